import { textEntriesAt } from '../../data/tree.ts';
import type { FieldReference, SourceFact } from '../effect/fact.ts';
import { isClusterKey } from '../effect/inert.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

/** A label or annotation that the operator sets, with the fields that cause it. */
export interface ManagedKey {
  readonly aspect: 'label' | 'annotation';
  readonly key: string;
  readonly value: string;
  readonly from: readonly FieldReference[];
}

export interface NamespaceState {
  readonly name: string;
  readonly tenant: string;
  /** The Namespace in the export. */
  readonly source: ExportedObject | undefined;
  /** The keys that the operator sets. The first entry of a key takes effect, and the operator ignores the others. */
  readonly managed: readonly ManagedKey[];
  /** Whether only the operator uses the key, so that the namespace no longer needs it. */
  readonly isDropped: (field: 'label' | 'annotation', key: string) => boolean;
}

/**
 * The namespace with its final labels and annotations: the keys that the operator sets and the keys of the exported
 * Namespace.
 */
export function namespaceFacts(state: NamespaceState): readonly SourceFact[] {
  const { name, tenant, source } = state;
  const from = source ? [['apiVersion'], ['kind'], ['metadata', 'name']].map((path) => ({ source, path })) : [];
  return [
    { aspect: 'namespace', namespace: name, tenant, from },
    ...keyFacts(state, 'label'),
    ...keyFacts(state, 'annotation'),
  ];
}

function keyFacts({ name, source, managed, isDropped }: NamespaceState, aspect: ManagedKey['aspect']) {
  const field = `${aspect}s`;
  const facts = new Map<string, SourceFact & { readonly aspect: ManagedKey['aspect'] }>();
  for (const one of managed) {
    if (one.aspect !== aspect) continue;
    const known = facts.get(one.key) ?? { aspect, namespace: name, key: one.key, value: one.value, from: [] };
    facts.set(one.key, { ...known, from: [...known.from, ...one.from] });
  }
  for (const [key, value] of textEntriesAt(source?.body, 'metadata', field)) {
    if (isDropped(aspect, key) || isClusterKey(key)) continue;
    const known = facts.get(key);
    const own = source ? [{ source, path: ['metadata', field, key] }] : [];
    // If the values differ, the operator's value takes effect.
    if (known) facts.set(key, { ...known, from: [...known.from, ...own] });
    else facts.set(key, { aspect, namespace: name, key, value, from: own });
  }
  return [...facts.values()];
}
