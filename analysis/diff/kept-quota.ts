import { asText } from '../../data/as-text.ts';
import { mappingAt } from '../../data/tree.ts';
import { readQuantity } from '../../kubernetes/quantity.ts';
import type { Comparable, ObjectPair, RiskFinding } from './change.ts';
import { treeOf } from './tree.ts';

/**
 * Finds a quota that stays in the cluster with its namespace, while the remaining namespaces of its tenant get its share.
 * Together, they allow more than all namespaces of the tenant did before.
 */
export function keptQuota({ id, old, isKept, tenants, context }: ObjectPair): readonly RiskFinding[] {
  const tenant = tenants.old ?? '';
  if (!old || !isKept || id.kind !== 'ResourceQuota' || context.isRemovedTenant(tenant)) return [];
  const [before, after] = [
    sumOf(context.quotasOf('old', tenant, id.name)),
    sumOf(context.quotasOf('now', tenant, id.name)),
  ];
  const kept = hardOf(old).filter(([name, value]) => (after.get(name) ?? 0n) + value > (before.get(name) ?? 0n));
  if (kept.length === 0) return [];
  const names = kept.map(([name]) => name).join(', ');
  return [
    { risk: 'quota-exceeded', why: `the quota stays, and other namespaces of the tenant get its share of ${names}` },
  ];
}

function sumOf(quotas: readonly Comparable[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [name, value] of quotas.flatMap((quota) => hardOf(treeOf(quota))))
    sums.set(name, (sums.get(name) ?? 0n) + value);
  return sums;
}

/** The amounts in thousandths, without those that are 0 or not quantities. */
function hardOf(quota: ReturnType<typeof treeOf>): readonly (readonly [string, bigint])[] {
  return Object.entries(mappingAt(quota, 'spec', 'hard')).flatMap(([name, value]) => {
    const amount = readQuantity(asText(value)) ?? 0n;
    return amount > 0n ? [[name, amount] as const] : [];
  });
}
