import { type Leaf, leavesOf } from '../../data/leaves.ts';
import type { Path } from '../../data/tree.ts';
import type { ExportedObject } from './exported-object.ts';
import type { FieldLocation } from './output.ts';

/**
 * How well the output preserves a field. `exact`: with the same effect. `approximated`: with nearly the same effect.
 * `lost`: not at all. `cluster`: the cluster or the old operator set the field, and nobody needs to keep it.
 */
export type Fidelity = 'exact' | 'approximated' | 'lost' | 'cluster';

export const fidelities: readonly Fidelity[] = ['exact', 'approximated', 'lost', 'cluster'];

export interface LedgerEntry {
  readonly fidelity: Fidelity;
  /** The position of the field in the output, if it has one. */
  readonly to?: FieldLocation | undefined;
  /** How the value changed or, for a lost field, what to do instead. Absent for an unchanged value. */
  readonly how?: string | undefined;
}

/** A leaf of an object with its entry. */
export interface RecordedLeaf extends Leaf {
  readonly entry: LedgerEntry;
  /** The length of the recorded path, which is the leaf's or that of a parent. */
  readonly depth: number;
}

/** Records what happened to each field. A field without an entry counts as lost, so that the report is complete. */
export interface Ledger {
  /** Records a field and everything below it. The first entry for a path wins. */
  record(source: ExportedObject, path: Path, entry: LedgerEntry): void;
  isRecorded(source: ExportedObject, path: Path): boolean;
  leaves(source: ExportedObject): readonly RecordedLeaf[];
}

/** The entry of an unrecorded field. An empty mapping or list loses nothing. */
function defaultEntry(value: unknown): LedgerEntry {
  const isEmpty = value === null || typeof value === 'object';
  return isEmpty
    ? { fidelity: 'cluster', how: 'it is empty' }
    : { fidelity: 'lost', how: 'leasehold has no counterpart of it' };
}

export function makeLedger(): Ledger {
  const byObject = new Map<ExportedObject, Map<string, LedgerEntry>>();
  const find = (source: ExportedObject, path: Path) => nearestEntry(byObject.get(source), path);
  return {
    record: (source, path, entry) => {
      const entries = byObject.get(source) ?? new Map<string, LedgerEntry>();
      byObject.set(source, entries);
      if (!entries.has(keyOf(path))) entries.set(keyOf(path), entry);
    },
    isRecorded: (source, path) => find(source, path) !== undefined,
    leaves: (source) =>
      leavesOf(source.body).map((leaf) => ({
        ...leaf,
        ...(find(source, leaf.path) ?? { entry: defaultEntry(leaf.value), depth: leaf.path.length }),
      })),
  };
}

type NearestEntry = Pick<RecordedLeaf, 'entry' | 'depth'>;

/** The entry of the field or of its nearest recorded parent. */
function nearestEntry(entries: ReadonlyMap<string, LedgerEntry> | undefined, path: Path): NearestEntry | undefined {
  for (let length = path.length; entries && length >= 0; length--) {
    const entry = entries.get(keyOf(path.slice(0, length)));
    if (entry) return { entry: entryBelow(entry, path.slice(length)), depth: length };
  }
  return undefined;
}

/** The entry of a field below a recorded one. An unchanged value keeps its relative position. */
function entryBelow(entry: LedgerEntry, rest: Path): LedgerEntry {
  const { to, how } = entry;
  return to && how === undefined && rest.length > 0 ? { ...entry, to: { ...to, path: [...to.path, ...rest] } } : entry;
}

/** The entry of a field that was written to `to`, or that could not be written. */
export function keptEntry(to: FieldLocation | undefined, how?: string): LedgerEntry {
  if (!to) return { fidelity: 'lost', how: 'something else stands where it would go; write it there by hand' };
  return how === undefined ? { fidelity: 'exact', to } : { fidelity: 'exact', to, how };
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
