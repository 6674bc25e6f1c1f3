import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { TenantResource } from './members.ts';

/** The names of all Tenants. Pass it to World.derived. */
function tenantNames(world: World): ReadonlySet<string> {
  return new Set(world.all('mto-tenant').map(({ name }) => name));
}

/**
 * Warns if the name of another tenant, followed by a hyphen, is a prefix of this tenant's name: namespace dev-x of tenant pay and
 * namespace x of tenant pay-dev have the same full name. Another check reports an actual conflict.
 */
export function checkPrefix({ name }: TenantResource, world: World, report: Report): void {
  const names = world.derived(tenantNames);
  const parts = name.split('-');
  const shorter = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('-'));
  const other = shorter.find((prefix) => names.has(prefix));
  if (other === undefined) return;
  const message = `namespaces of tenant ${other} can also start with ${name}-`;
  report('risky-value', ['metadata', 'name'], message, {
    fix: 'rename one of the tenants so that neither name followed by a hyphen is a prefix of the other',
  });
}
