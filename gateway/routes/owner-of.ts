import { can } from '../can/can.ts';
import type { OwnerOf } from '../live/rows.ts';
import type { View } from '../world/view.ts';
import type { Call } from './route.ts';

const known = new WeakMap<View, ReadonlyMap<string, string>>();

/**
 * The tenants of namespaces that the person may read, according to the documents of the newest commit. Labels in the
 * cluster have no effect. For administrators, the tenant of any other namespace is empty.
 */
export function ownerFinder({ gateway, may, person, query }: Call): OwnerOf {
  const view = gateway.views.head();
  const owners = known.get(view) ?? ownersIn(view);
  known.set(view, owners);
  const isAll = can(person, 'read-platform', 'everything', view.members);
  const wanted = query['tenant'];
  return (namespace) => {
    const tenant = owners.get(namespace) ?? (isAll ? '' : undefined);
    if (tenant === undefined || (wanted !== undefined && tenant !== wanted)) return undefined;
    return isAll || may('read-tenant', tenant) ? tenant : undefined;
  };
}

function ownersIn(view: View): ReadonlyMap<string, string> {
  return new Map(view.rows().flatMap(({ name, namespaces = [] }) => namespaces.map((space) => [space, name] as const)));
}
