import { groupBy } from '../../data/group-by.ts';
import type { Tree } from '../../data/tree.ts';
import { splitQuota } from '../../kinds/mto/quota/split.ts';
import { readQuantity } from '../../kubernetes/quantity.ts';
import { canonicalText, type QuotaFact, type SourceFact } from '../effect/fact.ts';
import type { SourceTenant } from '../effect/source-system.ts';
import { type OutputResource, setField } from '../resources/output.ts';
import { everywhere } from './everywhere.ts';

type SourceQuota = SourceFact & QuotaFact;

/**
 * Writes shared amounts to the Quota, and returns ResourceQuotas for all other amounts. The Quota has a single scope, so it
 * contains only amounts that all namespaces share and that have this scope. Splits other amounts that existing namespaces share
 * evenly, so that the parts never exceed the amount. Omits unreadable amounts, and other amounts that only new namespaces share.
 */
export function addQuotas(
  { namespaces, newNamespace }: SourceTenant,
  facts: readonly SourceFact[],
  quota: OutputResource,
): readonly SourceFact[] {
  const all = facts.filter((fact): fact is SourceQuota => fact.aspect === 'quota').filter(isReadable);
  const shared = all.filter((fact) => fact.isShared && namespaces.every((name) => fact.namespaces.includes(name)));
  const scope = shared.find((fact) => fact.scope === '')?.scope ?? shared[0]?.scope ?? '';
  const total = shared.filter((fact) => fact.scope === scope);
  for (const group of groupBy(total, ({ resource }) => resource).values()) addTotal(group, quota);
  if (scope !== '')
    for (const [field, value] of Object.entries(JSON.parse(scope) as Tree))
      setField(quota, ['spec', 'resourcequota', field], value);
  const others = all.filter((fact) => !total.includes(fact));
  // Omits a shared amount that only new namespaces can use, because each of them would get the whole amount.
  return resourceQuotas(others.filter((fact) => !fact.isShared || !fact.namespaces.includes(newNamespace)));
}

function isReadable({ amount }: QuotaFact): boolean {
  return readQuantity(amount) !== undefined;
}

/** Sets the lowest of several bounds, because Kubernetes enforces the lowest. */
function addTotal(facts: readonly SourceQuota[], quota: OutputResource): void {
  setField(quota, ['spec', 'resourcequota', 'hard', facts[0]?.resource ?? ''], lowestAmount(facts));
}

function lowestAmount(facts: readonly SourceQuota[]): string {
  const [first = '', ...rest] = facts.map(({ amount }) => amount);
  const isLess = (a: string, b: string) => (readQuantity(a) ?? 0n) < (readQuantity(b) ?? 0n);
  return rest.reduce((least, one) => (isLess(one, least) ? one : least), first);
}

/** ResourceQuotas grouped by namespace, scope and name, as facts about objects. */
function resourceQuotas(facts: readonly SourceQuota[]): readonly SourceFact[] {
  const shares = facts.flatMap(splitEvenly);
  const groups = groupBy(shares, ({ namespaces, scope, objectName }) => canonicalText([namespaces, scope, objectName]));
  return [...groups.values()].map(resourceQuota);
}

function splitEvenly(fact: SourceQuota): readonly SourceQuota[] {
  if (!fact.isShared) return [fact];
  const recipients = fact.namespaces.map((name) => ({ name, weight: 1n, exact: {} }));
  const { shares } = splitQuota({ [fact.resource]: fact.amount }, recipients);
  return fact.namespaces.map((name) => ({
    ...fact,
    namespaces: [name],
    amount: shares.get(name)?.[fact.resource] ?? '0',
  }));
}

function resourceQuota(facts: readonly SourceQuota[]): SourceFact {
  const [first] = facts as readonly [SourceQuota];
  const byResource = groupBy(facts, ({ resource }) => resource);
  const hard = Object.fromEntries([...byResource].map(([resource, group]) => [resource, lowestAmount(group)]));
  const scope = first.scope === '' ? {} : (JSON.parse(first.scope) as Tree);
  const body = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: first.objectName ?? `imported-quota${nameSuffix(first.scope)}` },
    spec: { hard, ...scope },
  };
  return { aspect: 'object', namespace: first.namespaces[0] ?? '', body, from: [] };
}

/** A suffix for the name from the words of the scope, such as `-notterminating`; at most 100 characters. */
function nameSuffix(scope: string): string {
  const words = scope.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words
    .filter((word) => word !== 'scopes')
    .map((word) => `-${word}`)
    .join('')
    .slice(0, 100);
}

type LimitFact = SourceFact & { readonly aspect: 'limit' };

/** Writes to the Quota the limits that all namespaces have, at most one per type. Returns LimitRanges for the rest. */
export function addLimits(
  source: SourceTenant,
  facts: readonly SourceFact[],
  quota: OutputResource,
): readonly SourceFact[] {
  const all = facts.filter((fact): fact is LimitFact => fact.aspect === 'limit');
  const groups = [...groupBy(all, ({ limit }) => canonicalText(limit)).values()];
  const common = groups.filter((group) =>
    everywhere(source).every((name) => group.some(({ namespace }) => namespace === name)),
  );
  const types = common.map(([first]) => first?.limit['type']);
  const kept = common.filter((_, index) => types.indexOf(types[index]) === index);
  for (const [index, [first]] of kept.entries())
    setField(quota, ['spec', 'limitrange', 'limits', index], first?.limit ?? {});
  return limitRanges(groups.filter((group) => !kept.includes(group)).flat());
}

function limitRanges(facts: readonly LimitFact[]): readonly SourceFact[] {
  const groups = groupBy(facts, ({ namespace, objectName }) => canonicalText([namespace, objectName]));
  return [...groups.values()].map(([first, ...rest]) => ({
    aspect: 'object',
    namespace: first?.namespace ?? '',
    body: {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: first?.objectName ?? 'imported-limits' },
      spec: { limits: [first, ...rest].map((fact) => fact?.limit ?? {}) },
    },
    from: [],
  }));
}
