import type { CheckedRequest } from './route.ts';

/** Whether the person may read a tenant. Decides once for each tenant, because lists have several objects of each. */
export function readableTenants({ may }: Pick<CheckedRequest, 'may'>): (tenant: string) => boolean {
  const known = new Map<string, boolean>();
  return (tenant) => {
    const found = known.get(tenant) ?? may('read-tenant', tenant);
    known.set(tenant, found);
    return found;
  };
}
