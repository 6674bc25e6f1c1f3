import { compare } from '../data/order.ts';
import { childrenOf, isSame, type Path } from '../data/tree.ts';
import { formatName } from '../kubernetes/object-id.ts';
import type { ExportedObject } from './ledger/exported-object.ts';
import { type Fidelity, fidelities, type Ledger, type LedgerEntry, type RecordedLeaf } from './ledger/ledger.ts';

/** The entry of a field that applies to everything below it. */
export interface ReportLine {
  readonly path: Path;
  readonly entry: LedgerEntry;
  /** The number of leaves that it covers. */
  readonly fields: number;
}

/** What happened to one object of the export. */
export interface ObjectReport {
  readonly label: string;
  readonly apiVersion: string;
  readonly file: string;
  readonly lines: readonly ReportLine[];
  /** The files with fields of the object. */
  readonly files: readonly string[];
}

export function reportOf(source: ExportedObject, ledger: Ledger): ObjectReport {
  const lines = summarize(source.body, [], ledger.leaves(source));
  const rank = ({ entry }: ReportLine) => fidelities.indexOf(entry.fidelity);
  const files = lines.flatMap(({ entry }) => entry.to?.file ?? []);
  return {
    label: formatName(source),
    apiVersion: source.apiVersion,
    file: source.origin.file,
    lines: lines.toSorted((a, b) => rank(a) - rank(b)),
    files: [...new Set(files)].sort(compare),
  };
}

/** Merges leaves with the same entry into a single line for their common parent. */
function summarize(value: unknown, path: Path, leaves: readonly RecordedLeaf[]): readonly ReportLine[] {
  const first = leaves[0];
  if (!first) return [];
  const common = commonEntry(path, leaves);
  if (common) {
    const depth = Math.min(...leaves.map((leaf) => leaf.depth));
    return [narrowed(value, depth, { path, entry: common, fields: leaves.length })];
  }
  return childrenOf(value).flatMap(([step, child]) =>
    summarize(
      child,
      [...path, step],
      leaves.filter((leaf) => leaf.path[path.length] === step),
    ),
  );
}

/** Replaces a mapping with a single field by that field, down to the depth that was recorded. */
function narrowed(value: unknown, depth: number, line: ReportLine): ReportLine {
  const children = childrenOf(value);
  const [step, child] = children[0] ?? [];
  const isWide = Array.isArray(value) || children.length !== 1 || line.path.length >= depth;
  if (isWide || step === undefined) return line;
  const { to, how } = line.entry;
  const entry = to && how === undefined ? { ...line.entry, to: { ...to, path: [...to.path, step] } } : line.entry;
  return narrowed(child, depth, { ...line, path: [...line.path, step], entry });
}

function commonEntry(path: Path, leaves: readonly RecordedLeaf[]): LedgerEntry | undefined {
  const entries = leaves.map(({ path: leaf, entry }) => entryAbove(entry, leaf.slice(path.length)));
  const [first] = entries;
  return first && entries.every((entry) => entry && isSame(entry, first)) ? first : undefined;
}

/** The entry of the parent, if the field kept its relative position below it. */
function entryAbove(entry: LedgerEntry, rest: Path): LedgerEntry | undefined {
  const { to, how } = entry;
  if (!to || how !== undefined) return entry;
  const above = to.path.slice(0, to.path.length - rest.length);
  return isSame(to.path.slice(above.length), rest) ? { ...entry, to: { ...to, path: above } } : undefined;
}

export type FidelityCounts = Readonly<Record<Fidelity, number>>;

/** The number of fields for each fidelity. */
export function fidelityCounts(reports: readonly ObjectReport[]): FidelityCounts {
  const lines = reports.flatMap((report) => report.lines);
  const count = (fidelity: Fidelity) =>
    lines.filter(({ entry }) => entry.fidelity === fidelity).reduce((sum, { fields }) => sum + fields, 0);
  return {
    exact: count('exact'),
    approximated: count('approximated'),
    lost: count('lost'),
    cluster: count('cluster'),
  };
}
