import { addToGroup } from '../../data/group-by.ts';
import { largest } from '../../data/largest.ts';
import { type Leaf, leavesOf } from '../../data/leaves.ts';
import type { Path } from '../../data/tree.ts';
import type { ComparedFact } from '../effect/compared.ts';
import type { FieldReference, InertField } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { differencesText } from './differences-text.ts';

/**
 * How well the render preserves the effect of a field. `exact`: it has the same effect. `approximated`: its effect
 * differs in a stated way. `lost`: it has no such effect. `cluster`: the field has no effect that a render could reproduce,
 * for example because it is empty or a default, or because the cluster or the old operator set it.
 */
export type Fidelity = 'exact' | 'approximated' | 'lost' | 'cluster';

export const fidelities: readonly Fidelity[] = ['lost', 'approximated', 'exact', 'cluster'];

export interface LedgerEntry {
  readonly fidelity: Fidelity;
  /** How the effect differs and what to do, or why the field has no effect. Absent for an exact field. */
  readonly how?: string | undefined;
}

/** A leaf of an object with its entry. */
export interface RecordedLeaf extends Leaf {
  readonly entry: LedgerEntry;
}

/** The entries of every field of every object. */
export interface Ledger {
  leaves(source: ExportedObject): readonly RecordedLeaf[];
}

/**
 * Derives the entry of each field from the facts that it causes. A field is exact only if the render agrees with all of
 * them. A field that causes no fact is lost, unless it is empty or listed as inert. The report is therefore complete.
 */
export function makeLedger(compared: readonly ComparedFact[], inert: readonly InertField[]): Ledger {
  const causes = indexByField(compared.flatMap((one) => one.fact.from.map((field) => [field, one] as const)));
  const reasons = indexByField(inert.map((field) => [field, field] as const));
  return {
    leaves: (source) =>
      leavesOf(source.body).map((leaf) => {
        const facts = itemsAbove(causes.get(source), leaf.path);
        const [reason] = itemsAbove(reasons.get(source), leaf.path);
        const depth = largest(
          facts.map((one) => one.depth),
          -1,
        );
        const isInert = facts.length === 0 || (reason && reason.depth > depth);
        const entry = isInert ? effectless(leaf.value, reason?.item) : entryOf(facts.map(({ item }) => item));
        return { ...leaf, entry };
      }),
  };
}

function entryOf(facts: readonly ComparedFact[]): LedgerEntry {
  const differing = facts.filter(({ difference }) => difference !== undefined);
  if (differing.length === 0) return { fidelity: 'exact' };
  const broken = differing.find(({ difference }) => difference?.isEverywhere);
  if (broken) return { fidelity: 'lost', how: differencesText([broken]) };
  // A statement in a file does not preserve the effect of the field.
  const effects = facts.filter(({ fact }) => fact.aspect !== 'statement');
  const isLost = (effects.length > 0 ? effects : facts).every(({ difference }) => difference?.kind === 'lost');
  return { fidelity: isLost ? 'lost' : 'approximated', how: differencesText(differing) };
}

function effectless(value: unknown, reason: InertField | undefined): LedgerEntry {
  if (reason) return { fidelity: 'cluster', how: reason.why };
  const isEmpty = value === null || typeof value === 'object';
  return isEmpty ? { fidelity: 'cluster', how: 'empty' } : { fidelity: 'lost', how: 'not supported by the import' };
}

type FieldIndex<T> = ReadonlyMap<ExportedObject, ReadonlyMap<string, readonly T[]>>;

function indexByField<T>(entries: readonly (readonly [FieldReference, T])[]): FieldIndex<T> {
  const index = new Map<ExportedObject, Map<string, T[]>>();
  for (const [{ source, path }, item] of entries) {
    const fields = index.get(source) ?? new Map<string, T[]>();
    index.set(source, fields);
    addToGroup(fields, JSON.stringify(path), item);
  }
  return index;
}

interface PlacedItem<T> {
  readonly item: T;
  /** The length of the path of the item. */
  readonly depth: number;
}

/** The items of the field and of all its parents, nearest first. */
function itemsAbove<T>(fields: ReadonlyMap<string, readonly T[]> | undefined, path: Path): readonly PlacedItem<T>[] {
  if (!fields) return [];
  const depths = [...path.keys(), path.length].toReversed();
  return depths.flatMap((depth) =>
    (fields.get(JSON.stringify(path.slice(0, depth))) ?? []).map((item) => ({ item, depth })),
  );
}
