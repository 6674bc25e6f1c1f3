import { isTenant } from '../../core/kind/tenant.ts';
import { fail } from '../response/problem.ts';
import type { View } from '../world/view.ts';
import type { Call } from './route.ts';

/**
 * The files of the tenant, except files that also contain documents of tenants that the person is not allowed to read.
 */
export function visibleFiles({ view, parameters, may }: Pick<Call, 'view' | 'parameters' | 'may'>): readonly string[] {
  const isVisible = (path: string) =>
    [...(view.world.owners().get(path) ?? [])].every((name) => may('read-tenant', name) || !isTenant(name));
  return requiredFiles(view, parameters['tenant'] ?? '').filter(isVisible);
}

function filesOf(owners: ReadonlyMap<string, ReadonlySet<string>>, tenant: string): readonly string[] {
  return [...owners].filter(([, tenants]) => tenants.has(tenant)).map(([file]) => file);
}

/** Fails for a tenant without files. */
export function requiredFiles({ world }: View, tenant: string): readonly string[] {
  const files = filesOf(world.owners(), tenant);
  return files.length > 0 && isTenant(tenant) ? files : fail(404);
}
