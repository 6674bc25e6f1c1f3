import type { CostChange, TenantCost } from '../analysis/cost/cost.ts';
import { byDifference, money, signed } from './money.ts';

export type CeilingChange = CostChange & { readonly currency: string; readonly period: string };

/** How the ceiling of all tenants changes: `+16.49 USD per month, to 468.38`. */
export function totalText({ tenants, delta, total, currency, period }: CeilingChange): string {
  if (tenants.some(isUnlimited)) return 'unlimited';
  return `${signed(delta)} ${currency} per ${period}, to ${money(total)}`;
}

/** How the ceiling of each tenant changes, those that become unlimited first, then the largest change. `format` formats names. */
export function tenantTexts({ tenants }: CeilingChange, format: (name: string) => string): readonly string[] {
  const limited = tenants.filter((tenant) => !isUnlimited(tenant));
  return [...tenants.filter(isUnlimited), ...byDifference(limited)].map((tenant) => tenantText(tenant, format));
}

function tenantText({ tenant, before, after, unlimited = [] }: TenantCost, format: (name: string) => string): string {
  const change =
    unlimited.length > 0
      ? `unlimited (no limit on ${unlimited.map(format).join(', ')})`
      : `${money(after)} (${signed(after - before)})`;
  return `${format(tenant)}: ${money(before)} → ${change}`;
}

export function isUnlimited({ unlimited = [] }: TenantCost): boolean {
  return unlimited.length > 0;
}
