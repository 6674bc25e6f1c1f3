import { contracts } from '../../build/contracts.ts';
import { isMapping, isSame, listAt, valueAt } from '../../data/tree.ts';
import type { SourceFact } from '../effect/fact.ts';
import type { SourceTenant } from '../effect/source-system.ts';
import { addItem, type ImportOutput, type OutputResource, setField } from '../resources/output.ts';

type RuleFact = SourceFact & { readonly aspect: 'rule' };

/** The rules that the API server can enforce, with the field of a Tenant or of the Platform's limits that states them. */
const rules: Readonly<Record<string, { readonly id: string; readonly field?: string; readonly limit?: string }>> = {
  'image registries': { id: 'images', field: 'imageRegistries' },
  hosts: { id: 'hosts' },
  'storage classes': { id: 'storage-classes', field: 'storageClasses' },
  'ingress classes': { id: 'ingress-classes', field: 'ingressClasses' },
  'priority classes': { id: 'priority-classes', field: 'podPriorityClasses' },
  'runtime classes': { id: 'runtime-classes', limit: 'runtimeClasses' },
  'gateway classes': { id: 'gateway-classes', limit: 'gatewayClasses' },
  'image pull policies': { id: 'pull-policies', limit: 'pullPolicies' },
  'types of Services': { id: 'services' },
  'use of nodes': { id: 'host-access' },
  'service accounts': { id: 'service-accounts' },
  'changes while the Tenant is cordoned': { id: 'cordon' },
};

/** Writes the lists of rules that a Tenant states itself. An empty list would allow everything, so it is left out. */
export function addRules(facts: readonly SourceFact[], tenant: OutputResource): void {
  for (const fact of facts.filter(isRule)) {
    const field = rules[fact.rule]?.field;
    if (field !== undefined) for (const name of namesOf(fact)) addItem(tenant, ['spec', field, 'allowed'], name);
    if (fact.rule === 'hosts' && isMapping(fact.value)) addHosts(fact.value, tenant);
  }
}

function isRule(fact: SourceFact): fact is RuleFact {
  return fact.aspect === 'rule';
}

function namesOf({ value }: RuleFact): readonly unknown[] {
  return listAt(value, 'names');
}

function addHosts(value: Readonly<Record<string, unknown>>, tenant: OutputResource): void {
  const base = ['spec', 'hostValidationConfig'];
  for (const host of listAt(value, 'names')) addItem(tenant, [...base, 'allowed'], host);
  if (typeof value['pattern'] === 'string') setField(tenant, [...base, 'allowedRegex'], value['pattern']);
  if (value['denyWildcards'] === true) setField(tenant, [...base, 'denyWildcards'], true);
}

/**
 * Writes a Platform that enforces the rules of the export, and no others: those that the operator does not have are only
 * audited. Its limits state what Tenants cannot.
 */
export function addEnforcement(
  tenants: readonly SourceTenant[],
  facts: readonly SourceFact[],
  output: ImportOutput,
): void {
  const enforceable = facts.filter(isRule).filter((fact) => rules[fact.rule] !== undefined && isStatable(fact));
  if (enforceable.length === 0) return;
  const { apiVersion, kind } = contracts['platform'];
  const platform = output.addResource('platform/platform.yaml', apiVersion, kind);
  const ids = new Set(enforceable.flatMap((fact) => rules[fact.rule]?.id ?? []));
  setField(platform, ['metadata', 'name'], 'platform');
  setField(platform, ['spec', 'enforcement', 'mode'], 'audit');
  setField(platform, ['spec', 'enforcement', 'modes'], [{ rules: [...ids].sort(), mode: 'deny' }]);
  for (const tenant of tenants) addLimits(tenant, enforceable, platform);
}

/** A list of names that nothing is on cannot be stated: empty lists allow everything. */
function isStatable(fact: RuleFact): boolean {
  const { field, limit } = rules[fact.rule] ?? {};
  return (field ?? limit) === undefined || namesOf(fact).length > 0;
}

function addLimits({ name, newNamespace }: SourceTenant, facts: readonly RuleFact[], platform: OutputResource): void {
  const own = facts.filter(({ namespace }) => namespace === newNamespace);
  const limits = own.flatMap((fact) => {
    const limit = rules[fact.rule]?.limit;
    return limit !== undefined && namesOf(fact).length > 0 ? [[limit, namesOf(fact)] as const] : [];
  });
  const base = ['spec', 'enforcement'];
  if (own.some(({ rule }) => rules[rule]?.id === 'cordon')) addItem(platform, [...base, 'cordoned'], name);
  const entry = { tenants: [name], ...Object.fromEntries(limits) };
  const known = listAt(valueAt(platform.body, ...base, 'limits'));
  if (limits.length > 0 && !known.some((one) => isSame(one, entry))) addItem(platform, [...base, 'limits'], entry);
}
