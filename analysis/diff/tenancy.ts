import { type ObjectPair, type RiskFinding, widened } from './change.ts';

/** Tenants that come and go, and objects that pass from one tenant to another. */
export function tenancy({ tenants: { old, now }, context }: ObjectPair): readonly RiskFinding[] {
  if (old === now) return [];
  const isAdded = now !== undefined && context.isAddedTenant(now);
  return [
    ...(old !== undefined && context.isRemovedTenant(old) ? [removed(old, now)] : []),
    ...(isAdded ? [{ risk: 'tenant-added', why: `tenant ${now} is added` } as const] : []),
    ...(old !== undefined && now !== undefined ? [widened(`the object of tenant ${old} now belongs to ${now}`)] : []),
  ];
}

function removed(tenant: string, successor: string | undefined): RiskFinding {
  const rest = successor === undefined ? '' : '; its object stays';
  return { risk: 'tenant-removed', why: `tenant ${tenant} is removed${rest}` };
}
