import type { Tree } from '../../data/tree.ts';
import { type ObjectPair, type RiskFinding, widened } from './change.ts';
import { syncOption } from './data-loss.ts';

/** Tenants that come and go, and objects that pass from one tenant to another. */
export function tenancy({ old: before, tenants: { old, now }, context }: ObjectPair): readonly RiskFinding[] {
  if (old === now) return [];
  const isAdded = now !== undefined && context.isAddedTenant(now);
  return [
    ...(old !== undefined && context.isRemovedTenant(old) ? [removed(old, stays(before, now))] : []),
    ...(isAdded ? [{ risk: 'tenant-added', why: `tenant ${now} is added` } as const] : []),
    ...(old !== undefined && now !== undefined ? [widened(`the object of tenant ${old} now belongs to ${now}`)] : []),
  ];
}

function removed(tenant: string, rest: string): RiskFinding {
  return { risk: 'tenant-removed', why: `tenant ${tenant} is removed${rest}` };
}

function stays(before: Tree | undefined, successor: string | undefined): string {
  if (successor !== undefined) return '; its object stays';
  if (!before || syncOption(before, 'Prune') !== 'false') return '';
  return before['kind'] === 'Namespace' ? '; its namespace stays, with all pods in it' : '; its object stays';
}
