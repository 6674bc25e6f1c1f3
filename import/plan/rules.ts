import { contracts } from '../../build/contracts.ts';
import { groupBy } from '../../data/group-by.ts';
import { isMapping, listAt, type Tree, valueAt } from '../../data/tree.ts';
import { canonicalText, type RuleFact, type SourceFact } from '../effect/fact.ts';
import type { SourceTenant } from '../effect/source-system.ts';
import { addItem, type ImportOutput, type OutputResource, setField } from '../resources/output.ts';

type SourceRule = SourceFact & RuleFact;

interface EnforceableRule {
  /** The ID of the rule of the Platform. */
  readonly id: string;
  /** The field of a Tenant that contains the list. */
  readonly field?: string;
  /** The lists in the limits of the Platform, by the part of the value that they contain. */
  readonly limits?: Readonly<Record<string, string>>;
  /**
   * True if the rule of the Platform would also restrict tenants for which the operator has no such rule. The Platform then
   * enforces the rule only for tenants that have it in the export.
   */
  readonly isForSome?: true;
}

/** The rules that the API server can enforce. */
const rules: Readonly<Record<string, EnforceableRule>> = {
  'image registries': { id: 'images', field: 'imageRegistries', limits: { names: 'images' } },
  hosts: { id: 'hosts', limits: { names: 'hosts' } },
  'storage classes': { id: 'storage-classes', field: 'storageClasses', limits: { names: 'storageClasses' } },
  'ingress classes': { id: 'ingress-classes', field: 'ingressClasses', limits: { names: 'ingressClasses' } },
  'priority classes': { id: 'priority-classes', field: 'podPriorityClasses', limits: { names: 'priorityClasses' } },
  'runtime classes': { id: 'runtime-classes', limits: { names: 'runtimeClasses' } },
  'gateway classes': { id: 'gateway-classes', limits: { names: 'gatewayClasses' } },
  'image pull policies': { id: 'pull-policies', limits: { names: 'pullPolicies' } },
  Services: { id: 'services', limits: { types: 'serviceTypes', addresses: 'externalIps' }, isForSome: true },
  'types of Services': { id: 'services' },
  'use of nodes': { id: 'host-access' },
  'service accounts': { id: 'service-accounts' },
  'changes while the Tenant is cordoned': { id: 'cordon' },
};

/**
 * Writes the lists of rules that a Tenant can contain. Empty lists of a Tenant allow everything, but empty lists of the
 * Platform allow nothing.
 */
export function addRules(facts: readonly SourceFact[], tenant: OutputResource): void {
  for (const fact of facts.filter(isRule)) {
    const field = rules[fact.rule]?.field;
    if (field !== undefined) for (const name of namesOf(fact)) addItem(tenant, ['spec', field, 'allowed'], name);
    if (fact.rule === 'hosts' && isMapping(fact.value)) addHosts(fact.value, tenant);
  }
}

function isRule(fact: SourceFact): fact is SourceRule {
  return fact.aspect === 'rule';
}

function namesOf({ value }: SourceRule): readonly unknown[] {
  return listAt(value, 'names');
}

function addHosts(value: Tree, tenant: OutputResource): void {
  const base = ['spec', 'hostValidationConfig'];
  for (const host of listAt(value, 'names')) addItem(tenant, [...base, 'allowed'], host);
  if (typeof value['pattern'] === 'string') setField(tenant, [...base, 'allowedRegex'], value['pattern']);
  if (value['denyWildcards'] === true) setField(tenant, [...base, 'denyWildcards'], true);
}

/**
 * Writes a Platform that enforces only the rules of the export and audits all others. Its limits contain the lists that
 * Tenants cannot contain. Writes nothing if the export has no rule that the API server can enforce.
 */
export function addEnforcement(
  tenants: readonly SourceTenant[],
  facts: readonly SourceFact[],
  output: ImportOutput,
): void {
  const enforceable = facts.filter(isRule).filter((fact) => rules[fact.rule] !== undefined && isExpressible(fact));
  const byNamespace = groupBy(enforceable, ({ namespace }) => namespace);
  const own = tenants.map(({ name, newNamespace }) => ({ name, facts: byNamespace.get(newNamespace) ?? [] }));
  if (own.every((one) => one.facts.length === 0)) return;
  const { apiVersion, kind } = contracts['platform'];
  const platform = output.addResource('platform/platform.yaml', apiVersion, kind);
  const base = ['spec', 'enforcement'];
  setField(platform, ['metadata', 'name'], 'platform');
  setField(platform, [...base, 'mode'], 'audit');
  setField(platform, [...base, 'modes'], modesOf(own));
  for (const { name } of own.filter((one) => idsOf(one).includes('cordon')))
    addItem(platform, [...base, 'cordoned'], name);
  const limits = limitsOf(own);
  if (limits.length > 0) setField(platform, [...base, 'limits'], limits);
}

interface TenantRules {
  readonly name: string;
  readonly facts: readonly SourceRule[];
}

function idsOf({ facts }: TenantRules): readonly string[] {
  return facts.flatMap((fact) => rules[fact.rule]?.id ?? []);
}

function modesOf(own: readonly TenantRules[]): readonly Tree[] {
  const all = [...new Set(own.flatMap(idsOf))].sort();
  const some = all.filter((id) =>
    own.some((one) => one.facts.some(({ rule }) => rules[rule]?.isForSome && rules[rule].id === id)),
  );
  const others = all.filter((id) => !some.includes(id));
  return [
    ...(others.length > 0 ? [{ rules: others, mode: 'deny' }] : []),
    ...some.map((id) => ({
      rules: [id],
      tenants: own.filter((one) => idsOf(one).includes(id)).map(({ name }) => name),
      mode: 'deny',
    })),
  ];
}

/** False for unknown names, and for a rule without names but with an expression that no resource can contain. */
function isExpressible({ rule, value, isUnknown }: SourceRule): boolean {
  const isPattern = rule !== 'hosts' && valueAt(value, 'pattern') !== undefined;
  return !isUnknown && (!isPattern || listAt(value, 'names').length > 0);
}

/** The lists that Tenants cannot contain. Tenants with equal lists share an entry. */
function limitsOf(own: readonly TenantRules[]): readonly Tree[] {
  const stated = own.map(({ name, facts }) => ({ name, limits: Object.fromEntries(facts.flatMap(limitEntries)) }));
  const needed = stated.filter(({ limits }) => Object.keys(limits).length > 0);
  const groups = groupBy(needed, ({ limits }) => canonicalText(limits));
  return [...groups.values()].map((group) => ({ tenants: group.map(({ name }) => name), ...group[0]?.limits }));
}

function limitEntries(fact: SourceRule): readonly (readonly [string, readonly unknown[]])[] {
  const { field, limits = {} } = rules[fact.rule] ?? {};
  const isInTenant = (field !== undefined || fact.rule === 'hosts') && namesOf(fact).length > 0;
  const hasPattern = valueAt(fact.value, 'pattern') !== undefined;
  if (isInTenant || hasPattern) return [];
  return Object.entries(limits).flatMap(([part, limit]) => {
    const list = valueAt(fact.value, part);
    return Array.isArray(list) ? [[limit, list as readonly unknown[]] as const] : [];
  });
}
