import { can } from '../can/can.ts';
import type { OwnerOf } from '../live/rows.ts';
import type { Head } from '../world/head.ts';
import type { CheckedRequest } from './route.ts';

const known = new WeakMap<Head, ReadonlyMap<string, string>>();

/**
 * The tenants of namespaces that the person may read, according to the documents of the newest commit. Labels in the
 * cluster have no effect. For administrators, the tenant of any other namespace is empty. The query parameter `tenant`
 * excludes all other tenants.
 */
export function ownerFinder({ head, may, person, query }: CheckedRequest): OwnerOf {
  const owners = ownersIn(head);
  const isAll = can(person, 'read-platform', 'everything', head.members);
  const wanted = query['tenant'];
  return (namespace) => {
    const tenant = owners.get(namespace) ?? (isAll ? '' : undefined);
    if (tenant === undefined || (wanted !== undefined && tenant !== wanted)) return undefined;
    return isAll || may('read-tenant', tenant) ? tenant : undefined;
  };
}

/** The tenants of all namespaces, according to the documents of a commit. */
export function ownersIn(head: Head): ReadonlyMap<string, string> {
  const owners =
    known.get(head) ??
    new Map(head.rows().flatMap(({ name, namespaces = [] }) => namespaces.map((space) => [space, name] as const)));
  known.set(head, owners);
  return owners;
}
