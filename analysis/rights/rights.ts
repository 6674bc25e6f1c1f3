import type { Resource } from '../../core/kind/resource.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { World } from '../../core/kind/world.ts';

/** Something that the authors of a tenant directory may use, with the Grant that allows it. */
export interface Right {
  /** The field of the Grant, such as `namespaces`. */
  readonly field: string;
  readonly value: string;
  /** Undefined for rights that every tenant has. */
  readonly grant: { readonly name: string; readonly file: string } | undefined;
}

/** The rights of the authors of the tenant directory. Empty if all authors of the repository are trusted. */
export function rightsOf(world: World, tenant: string): readonly Right[] {
  if (!world.settings.delegates || !isTenant(tenant)) return [];
  const own = [tenant, `${tenant}-...`].map((value) => ({ field: 'names', value, grant: undefined }));
  const grants = world
    .all('grant')
    .filter(({ body: { spec } }) => [tenant, '*'].some((one) => spec.tenants.includes(one)));
  return [...own, ...grants.flatMap((grant) => rightsIn(grant, tenant))];
}

function rightsIn({ name, origin, body }: Resource<'grant'>, tenant: string): readonly Right[] {
  const { tenants: _, fields = {}, secrets = [], limits = {}, ...lists } = body.spec;
  const right = (field: string, value: string): Right => ({
    field,
    value: value.replaceAll('{tenant}', tenant),
    grant: { name, file: origin.file },
  });
  return [
    ...Object.entries(lists).flatMap(([field, values]) => (values ?? []).map((value) => right(field, value))),
    ...secrets.map(({ store, prefix }) => right('secrets', `${prefix} in ${store}`)),
    ...Object.entries(limits).map(([kind, most]) => right('limits', `${most} ${kind}`)),
    ...Object.entries(fields).flatMap(([kind, paths]) =>
      Object.entries(paths ?? {}).map(([path, values]) => right('fields', `${kind} ${path}: ${values.join(', ')}`)),
    ),
  ];
}
