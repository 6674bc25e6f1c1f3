import { isTenant } from '../../core/kind/tenant.ts';
import { fail } from '../response/problem.ts';
import type { View } from '../world/view.ts';
import type { WorldCall } from './route.ts';

/**
 * The files of the tenant, except files that also contain documents of tenants that the person is not allowed to read.
 */
export function visibleFiles({
  view,
  parameters,
  may,
}: Pick<WorldCall, 'view' | 'parameters' | 'may'>): readonly string[] {
  const isVisible = (path: string) =>
    [...(view.world.owners().get(path) ?? [])].every((name) => may('read-tenant', name) || !isTenant(name));
  return requiredFiles(view, parameters['tenant'] ?? '').filter(isVisible);
}

/**
 * Maps each file to the tenants of its documents. If no document has a tenant, but all are in namespaces of tenants, maps the
 * file to the tenants of these namespaces.
 */
export function tenantsOfFiles(view: View): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [file, names] of view.world.owners()) found.set(file, [...names].filter(isTenant));
  for (const [file, names] of namespaceTenants(view)) if (found.get(file)?.length === 0) found.set(file, names);
  return found;
}

/**
 * Maps each file to the tenants of the namespaces of its documents. Empty if any document is outside the namespaces of tenants.
 */
function namespaceTenants(view: View): ReadonlyMap<string, readonly string[]> {
  const tenantOf = new Map(view.rows().flatMap(({ name, namespaces = [] }) => namespaces.map((one) => [one, name])));
  const found = new Map<string, Set<string>>();
  for (const { document, namespace } of view.world.loaded().tenants.keys()) {
    const { file } = document.origin;
    found.set(file, (found.get(file) ?? new Set()).add(tenantOf.get(namespace) ?? ''));
  }
  return new Map([...found].map(([file, names]) => [file, names.has('') ? [] : [...names]]));
}

function filesOf(owners: ReadonlyMap<string, ReadonlySet<string>>, tenant: string): readonly string[] {
  return [...owners].filter(([, tenants]) => tenants.has(tenant)).map(([file]) => file);
}

/** The files of a tenant. Fails for a tenant without files. */
export function requiredFiles({ world }: View, tenant: string): readonly string[] {
  const files = filesOf(world.owners(), tenant);
  return files.length > 0 && isTenant(tenant) ? files : fail(404);
}
