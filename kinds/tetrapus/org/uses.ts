import type { Resource } from '../../../core/kind/resource.ts';
import type { Use } from '../../../core/settings/use.ts';

/** The slug is part of object names in a namespace that tenants share, and the Org reads a Secret there. */
export function uses({ body: { spec }, namespace }: Resource<'org'>): readonly Use[] {
  const { slug, external_db_secret_ref: secret, tenant_plane_ref: plane } = spec;
  return [
    { sort: 'name', path: ['spec', 'slug'], name: slug },
    ...(secret ? [{ sort: 'object-name', path: ['spec', 'external_db_secret_ref'], name: secret.name } as const] : []),
    ...(plane
      ? [{ sort: 'plane', path: ['spec', 'tenant_plane_ref'], names: planeNames(plane, namespace) } as const]
      : []),
  ];
}

/**
 * A Grant can name a plane in the namespace of the Org with or without the namespace. Planes in different namespaces can have the
 * same name.
 */
function planeNames(reference: string, home: string): readonly [string, ...string[]] {
  const isShort = !reference.includes('/');
  const full = isShort ? `${home}/${reference}` : reference;
  return full.startsWith(`${home}/`) ? [full.slice(home.length + 1), full] : [full];
}
