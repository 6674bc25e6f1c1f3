import { freeKinds } from '../../core/gate/kinds.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import { groupBy } from '../../data/group-by.ts';
import { mappingAt } from '../../data/tree.ts';
import { formatId, groupKind, type ObjectId } from '../../kubernetes/object-id.ts';
import { readQuantity } from '../../kubernetes/quantity.ts';
import type { Change, Comparable } from './change.ts';
import { treeOf } from './tree.ts';

/**
 * True if a change needs no review: it removes no object, every risk is routine, and the rules know the kind of every
 * changed object. If a tenant gets another namespace, its quotas can also change as long as together they allow no more
 * than before.
 */
export function isRoutine(
  changes: readonly Change[],
  before: readonly Comparable[],
  after: readonly Manifest[],
): boolean {
  const [old, now] = [quotasByTenant(before), quotasByTenant(after)];
  const unknown = new Set(after.filter(isUnknown).map(({ id }) => formatId(id)));
  return changes.every(({ action, tenant, id, findings }) => {
    if (unknown.has(formatId(id))) return false;
    const splits = () => splitsQuota(old.get(tenant) ?? [], now.get(tenant) ?? []);
    return action !== 'removed' && (findings.length === 0 || (isQuota(id) && findings.every(isOfQuota) && splits()));
  });
}

/** True if an object from a Template or a chart has a kind whose fields the rules do not know. */
function isUnknown({ shape, id }: Manifest): boolean {
  return shape === undefined && !freeKinds.includes(groupKind(id.group, id.kind));
}

function isOfQuota({ risk }: Change['findings'][number]): boolean {
  return risk === 'quota-raised' || risk === 'quota-shrunk';
}

function isQuota({ group, kind }: ObjectId): boolean {
  return group === '' && kind === 'ResourceQuota';
}

function quotasByTenant(objects: readonly Comparable[]): ReadonlyMap<string, readonly Comparable[]> {
  return groupBy(
    objects.filter(({ id }) => isQuota(id)),
    ({ tenant }) => tenant,
  );
}

/** True if a tenant has more quotas than before, but together they allow no more. */
function splitsQuota(before: readonly Comparable[], after: readonly Comparable[]): boolean {
  const [old, now] = [sumsOf(before), sumsOf(after)];
  const allowsNoMore = [...old.keys(), ...now.keys()].every((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    return was !== undefined && is !== undefined && is <= was;
  });
  return after.length > before.length && before.length > 0 && allowsNoMore;
}

/**
 * The sums by quota name and resource. A value that is not a quantity results in NaN, which never compares as less or
 * equal.
 */
function sumsOf(quotas: readonly Comparable[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const quota of quotas)
    for (const [resource, value] of Object.entries(mappingAt(treeOf(quota), 'spec', 'hard'))) {
      const key = `${quota.id.name} ${resource}`;
      const amount = Number(readQuantity(String(value)) ?? Number.NaN);
      sums.set(key, (sums.get(key) ?? 0) + amount);
    }
  return sums;
}
