import { type ObjectPair, type RiskFinding, widened } from './change.ts';

/** Finds added and removed tenants, and objects that move from one tenant to another. */
export function tenancy({ id, isKept, tenants: { old, now }, context }: ObjectPair): readonly RiskFinding[] {
  if (old === now) return [];
  const isAdded = now !== undefined && context.isAddedTenant(now);
  return [
    ...(old !== undefined && context.isRemovedTenant(old)
      ? [removalFinding(old, now !== undefined || isKept ? remainderText(id.kind, now) : '')]
      : []),
    ...(isAdded ? [{ risk: 'tenant-added', why: `tenant ${now} is added` } as const] : []),
    ...(old !== undefined && now !== undefined
      ? [widened(`the object moves from tenant ${old} to tenant ${now}`)]
      : []),
  ];
}

function removalFinding(tenant: string, rest: string): RiskFinding {
  return { risk: 'tenant-removed', why: `tenant ${tenant} is removed${rest}` };
}

function remainderText(kind: string, successor: string | undefined): string {
  const isKeptNamespace = kind === 'Namespace' && successor === undefined;
  return isKeptNamespace ? '; its namespace stays, with all pods in it' : '; its object stays';
}
