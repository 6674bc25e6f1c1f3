import { isMapping, listAt } from '../../data/tree.ts';
import type { SourceFact } from '../effect/fact.ts';
import { addItem, type OutputResource, setField } from '../resources/output.ts';

/** The fields of a Tenant for the rules that it can state. */
const lists: Readonly<Record<string, string>> = {
  'storage classes': 'storageClasses',
  'ingress classes': 'ingressClasses',
  'priority classes': 'podPriorityClasses',
  'image registries': 'imageRegistries',
};

/**
 * Writes the rules that a Tenant can state. A rule that also allows by pattern or label is left out if the list of names alone
 * would mean something wider: an empty list of classes allows all.
 */
export function addRules(facts: readonly SourceFact[], tenant: OutputResource): void {
  for (const fact of facts) {
    if (fact.aspect !== 'rule' || !isMapping(fact.value)) continue;
    const names = listAt(fact.value, 'names');
    const field = lists[fact.rule];
    if (field !== undefined) for (const name of names) addItem(tenant, ['spec', field, 'allowed'], name);
    if (fact.rule === 'hosts') addHosts(fact.value, tenant);
  }
}

function addHosts(value: Readonly<Record<string, unknown>>, tenant: OutputResource): void {
  const base = ['spec', 'hostValidationConfig'];
  for (const host of listAt(value, 'names')) addItem(tenant, [...base, 'allowed'], host);
  if (typeof value['pattern'] === 'string') setField(tenant, [...base, 'allowedRegex'], value['pattern']);
  if (typeof value['denyWildcards'] === 'boolean') setField(tenant, [...base, 'denyWildcards'], value['denyWildcards']);
}
