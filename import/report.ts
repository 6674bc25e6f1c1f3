import { childrenOf, isSame, type Path } from '../data/tree.ts';
import { formatName } from '../kubernetes/object-id.ts';
import { type Fidelity, fidelities, type Ledger, type LedgerEntry, type RecordedLeaf } from './ledger/ledger.ts';
import type { ExportedObject } from './resources/exported-object.ts';

/** An entry that applies to a field and to everything below it. */
export interface ReportLine {
  readonly path: Path;
  readonly entry: LedgerEntry;
  /** The number of leaves that the line covers. */
  readonly fields: number;
}

export interface ObjectReport {
  readonly label: string;
  readonly apiVersion: string;
  readonly file: string;
  readonly lines: readonly ReportLine[];
}

export interface ImportReport {
  /** Notes about the whole import, such as changes that affect all users. */
  readonly notices: readonly string[];
  /** The files with errors, each with its first error. They are not rendered. */
  readonly errors: readonly string[];
  /** The passwords that the files contain in plain text, as sentences without the values. */
  readonly passwords: readonly string[];
  /** Resources of the cluster that could not be read, as sentences. */
  readonly unread: readonly string[];
  /** Access that only the render grants. */
  readonly wider: readonly string[];
  readonly objects: readonly ObjectReport[];
}

export function reportOf(source: ExportedObject, ledger: Ledger): ObjectReport {
  const lines = summarize([], ledger.leaves(source), source.body);
  const rank = ({ entry }: ReportLine) => fidelities.indexOf(entry.fidelity);
  return {
    label: formatName(source),
    apiVersion: source.apiVersion,
    file: source.origin.file,
    lines: lines.toSorted((a, b) => rank(a) - rank(b)),
  };
}

/** Merges leaves with the same entry into a single line for their common parent. */
function summarize(path: Path, leaves: readonly RecordedLeaf[], value: unknown): readonly ReportLine[] {
  const [first] = leaves;
  if (!first) return [];
  if (leaves.every(({ entry }) => isSame(entry, first.entry)))
    return [narrowed(value, { path, entry: first.entry, fields: leaves.length })];
  return childrenOf(value).flatMap(([step, child]) =>
    summarize(
      [...path, step],
      leaves.filter((leaf) => leaf.path[path.length] === step),
      child,
    ),
  );
}

/** Reduces a mapping with a single field to that field. */
function narrowed(value: unknown, line: ReportLine): ReportLine {
  const [only, ...others] = childrenOf(value);
  if (!only || others.length > 0 || Array.isArray(value)) return line;
  return narrowed(only[1], { ...line, path: [...line.path, only[0]] });
}

export type FidelityCounts = Readonly<Record<Fidelity, number>>;

/** The number of fields for each fidelity. */
export function fidelityCounts({ objects }: ImportReport): FidelityCounts {
  const lines = objects.flatMap((report) => report.lines);
  const count = (fidelity: Fidelity) =>
    lines.filter(({ entry }) => entry.fidelity === fidelity).reduce((sum, { fields }) => sum + fields, 0);
  return {
    exact: count('exact'),
    approximated: count('approximated'),
    lost: count('lost'),
    cluster: count('cluster'),
  };
}
