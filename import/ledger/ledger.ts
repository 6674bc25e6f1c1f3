import { type Leaf, leavesOf } from '../../data/leaves.ts';
import type { Path } from '../../data/tree.ts';
import type { ExportedObject } from './exported-object.ts';
import type { FieldLocation } from './output.ts';

/**
 * What became of a field. `exact`: it means the same where it is now. `approximated`: it means nearly the same.
 * `lost`: nothing is made of it. `cluster`: the cluster or the old operator set it, and nobody has to keep it.
 */
export type Fidelity = 'exact' | 'approximated' | 'lost' | 'cluster';

export const fidelities: readonly Fidelity[] = ['exact', 'approximated', 'lost', 'cluster'];

export interface Verdict {
  readonly fidelity: Fidelity;
  /** Where the field is now; absent when no field holds it. */
  readonly to?: FieldLocation | undefined;
  /** How it was changed or, for one that is lost, what to do instead. Absent for one that is simply kept. */
  readonly how?: string | undefined;
}

/** A leaf of an object with what became of it. */
export interface Judged extends Leaf {
  readonly verdict: Verdict;
  /** How many steps of the path lead to the field that was judged, which is the leaf or one around it. */
  readonly depth: number;
}

/** Keeps what became of each field. A field that nobody speaks of is lost, so that none is lost silently. */
export interface Ledger {
  /** Judges a field and all below it; the first judgement of a field counts. */
  judge(source: ExportedObject, path: Path, verdict: Verdict): void;
  isJudged(source: ExportedObject, path: Path): boolean;
  leaves(source: ExportedObject): readonly Judged[];
}

/** Of an empty mapping or list that nobody spoke of, nothing can be missed. */
function unspoken(value: unknown): Verdict {
  const isEmpty = value === null || typeof value === 'object';
  return isEmpty
    ? { fidelity: 'cluster', how: 'it is empty' }
    : { fidelity: 'lost', how: 'leasehold has no counterpart of it' };
}

export function makeLedger(): Ledger {
  const books = new Map<ExportedObject, Map<string, Verdict>>();
  const find = (source: ExportedObject, path: Path) => nearest(books.get(source), path);
  return {
    judge: (source, path, verdict) => {
      const book = books.get(source) ?? new Map<string, Verdict>();
      books.set(source, book);
      if (!book.has(keyOf(path))) book.set(keyOf(path), verdict);
    },
    isJudged: (source, path) => find(source, path) !== undefined,
    leaves: (source) =>
      leavesOf(source.body).map((leaf) => ({
        ...leaf,
        ...(find(source, leaf.path) ?? { verdict: unspoken(leaf.value), depth: leaf.path.length }),
      })),
  };
}

type Found = Pick<Judged, 'verdict' | 'depth'>;

/** The judgement of the field itself, else of the nearest field around it. */
function nearest(book: ReadonlyMap<string, Verdict> | undefined, path: Path): Found | undefined {
  for (let length = path.length; book && length >= 0; length--) {
    const verdict = book.get(keyOf(path.slice(0, length)));
    if (verdict) return { verdict: within(verdict, path.slice(length)), depth: length };
  }
  return undefined;
}

/** What is kept as it is lies below, as it did; what was changed is just where it is said to be. */
function within(verdict: Verdict, rest: Path): Verdict {
  const { to, how } = verdict;
  return to && how === undefined && rest.length > 0
    ? { ...verdict, to: { ...to, path: [...to.path, ...rest] } }
    : verdict;
}

/** What is to be said of a field that was put somewhere, or could not be. */
export function keptAt(to: FieldLocation | undefined, how?: string): Verdict {
  if (!to) return { fidelity: 'lost', how: 'something else stands where it would go; write it there by hand' };
  return how === undefined ? { fidelity: 'exact', to } : { fidelity: 'exact', to, how };
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
