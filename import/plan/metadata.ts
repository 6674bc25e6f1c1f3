import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import type { Path } from '../../data/tree.ts';
import { canonicalText, type SourceFact } from '../effect/fact.ts';
import type { SourceTenant } from '../effect/source-system.ts';
import { type OutputResource, setField } from '../resources/output.ts';

type MetadataFact = SourceFact & { readonly aspect: 'label' | 'annotation' };
const base = ['spec', 'namespaces', 'metadata'];

/**
 * Writes labels and annotations of namespaces. Keys that every namespace has, including new ones, become common metadata with the
 * value in a new namespace, unless this value contains the name of that namespace. Other keys and values of existing namespaces
 * become metadata of specific namespaces.
 */
export function addMetadata(source: SourceTenant, facts: readonly SourceFact[], tenant: OutputResource): void {
  const metadata = facts.filter(isMetadata).filter(({ key }) => !renderedKeys.test(key));
  const common = new Map<string, string>();
  for (const fact of metadata.filter((one) => one.namespace === source.newNamespace)) {
    if (fact.value.includes(fact.namespace) || !isEverywhere(fact, metadata, source)) continue;
    common.set(keyOf(fact), fact.value);
    setField(tenant, [...base, 'common', `${fact.aspect}s`, fact.key], fact.value);
  }
  const own = metadata.filter((one) => one.namespace !== source.newNamespace && common.get(keyOf(one)) !== one.value);
  const byNamespace = groupBy(own, (one) => one.namespace);
  const names = [...byNamespace.keys()].sort(compare);
  const entries = groupBy(names, (name) => contentOf(byNamespace.get(name) ?? []));
  for (const [index, namespaces] of [...entries.values()].entries()) {
    const path: Path = [...base, 'specific', index];
    setField(tenant, [...path, 'namespaces'], namespaces);
    for (const fact of byNamespace.get(namespaces[0] ?? '') ?? [])
      setField(tenant, [...path, `${fact.aspect}s`, fact.key], fact.value);
  }
}

/** Every render sets these keys to its own values. */
const renderedKeys = /^(?:app\.kubernetes\.io\/managed-by$|leasehold\.dev\/|stakater\.com\/)/;

function isMetadata(fact: SourceFact): fact is MetadataFact {
  return fact.aspect === 'label' || fact.aspect === 'annotation';
}

/** True if all namespaces have the key, even with another value. Common metadata sets the key in every namespace. */
function isEverywhere(fact: MetadataFact, facts: readonly MetadataFact[], { namespaces }: SourceTenant): boolean {
  const having = new Set(facts.filter((one) => keyOf(one) === keyOf(fact)).map((one) => one.namespace));
  return namespaces.every((name) => having.has(name));
}

function keyOf({ aspect, key }: MetadataFact): string {
  return `${aspect} ${key}`;
}

function contentOf(facts: readonly MetadataFact[]): string {
  return canonicalText(Object.fromEntries(facts.map((fact) => [keyOf(fact), fact.value])));
}
