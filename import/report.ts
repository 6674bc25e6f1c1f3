import { compare } from '../data/order.ts';
import { childrenOf, isSame, type Path } from '../data/tree.ts';
import { formatName } from '../kubernetes/object-id.ts';
import { type ExportedObject, labelOf } from './ledger/exported-object.ts';
import { type Fidelity, fidelities, type Judged, type Ledger, type Verdict } from './ledger/ledger.ts';

/** What became of a field and all below it, where that is the same for all. */
export interface Line {
  readonly path: Path;
  readonly verdict: Verdict;
  /** How many leaves it speaks of. */
  readonly fields: number;
}

/** What became of one object of the export. */
export interface ObjectReport {
  readonly label: string;
  readonly apiVersion: string;
  readonly file: string;
  readonly lines: readonly Line[];
  /** The files that hold something of it. */
  readonly files: readonly string[];
}

export function reportOf(source: ExportedObject, ledger: Ledger): ObjectReport {
  const lines = summarize(source.body, [], ledger.leaves(source));
  const rank = ({ verdict }: Line) => fidelities.indexOf(verdict.fidelity);
  const files = lines.flatMap(({ verdict }) => verdict.to?.file ?? []);
  return {
    label: formatName(source),
    apiVersion: source.apiVersion,
    file: source.origin.file,
    lines: lines.toSorted((a, b) => rank(a) - rank(b)),
    files: [...new Set(files)].sort(compare),
  };
}

/** Leaves of one fate are one line: that of the field around them all. */
function summarize(value: unknown, path: Path, leaves: readonly Judged[]): readonly Line[] {
  const first = leaves[0];
  if (!first) return [];
  const common = commonVerdict(path, leaves);
  if (common) {
    const depth = Math.min(...leaves.map((leaf) => leaf.depth));
    return [narrowed(value, depth, { path, verdict: common, fields: leaves.length })];
  }
  return childrenOf(value).flatMap(([step, child]) =>
    summarize(
      child,
      [...path, step],
      leaves.filter((leaf) => leaf.path[path.length] === step),
    ),
  );
}

/** A mapping of one field says less than the field, as long as that is what was judged. */
function narrowed(value: unknown, depth: number, line: Line): Line {
  const children = childrenOf(value);
  const [step, child] = children[0] ?? [];
  const isWide = Array.isArray(value) || children.length !== 1 || line.path.length >= depth;
  if (isWide || step === undefined) return line;
  const { to, how } = line.verdict;
  const verdict = to && how === undefined ? { ...line.verdict, to: { ...to, path: [...to.path, step] } } : line.verdict;
  return narrowed(child, depth, { ...line, path: [...line.path, step], verdict });
}

function commonVerdict(path: Path, leaves: readonly Judged[]): Verdict | undefined {
  const verdicts = leaves.map(({ path: leaf, verdict }) => upTo(verdict, leaf.slice(path.length)));
  const [first] = verdicts;
  return first && verdicts.every((verdict) => verdict && isSame(verdict, first)) ? first : undefined;
}

/** The verdict on the field above, if this one went to the same place below that field's own. */
function upTo(verdict: Verdict, rest: Path): Verdict | undefined {
  const { to, how } = verdict;
  if (!to || how !== undefined) return verdict;
  const above = to.path.slice(0, to.path.length - rest.length);
  return isSame(to.path.slice(above.length), rest) ? { ...verdict, to: { ...to, path: above } } : undefined;
}

export type Counts = Readonly<Record<Fidelity, number>>;

/** How many fields have each fate. */
export function countsOf(reports: readonly ObjectReport[]): Counts {
  const lines = reports.flatMap((report) => report.lines);
  const count = (fidelity: Fidelity) =>
    lines.filter(({ verdict }) => verdict.fidelity === fidelity).reduce((sum, { fields }) => sum + fields, 0);
  return {
    exact: count('exact'),
    approximated: count('approximated'),
    lost: count('lost'),
    cluster: count('cluster'),
  };
}
