import { type Path, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import { effectiveBody } from '../effect/objects.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import type { CapsuleTenant } from './scope.ts';

export function isReplication({ group, kind }: ExportedObject): boolean {
  return group === 'capsule.clastix.io' && ['GlobalTenantResource', 'TenantResource'].includes(kind);
}

/** A resource that replicates objects, and the Tenants of the namespaces that receive them. */
export interface Replication {
  readonly source: ExportedObject;
  readonly tenants: readonly CapsuleTenant[];
  readonly objects: readonly ExportedObject[];
}

/** The fields on which every effect of a replication depends. */
export const head = [
  ['apiVersion'],
  ['kind'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['spec', 'tenantSelector'],
];

/** The name of an object, so that the render can adopt it. Empty if the object has no name. */
export function nameOf(body: Tree) {
  const name = textAt(body, 'metadata', 'name');
  return name === '' ? {} : { objectName: name };
}

/** A namespace that receives objects, with its Tenant. */
export type Target = readonly [CapsuleTenant, string];

export function targetsOf({ source, tenants }: Replication, path: Path): readonly Target[] {
  const given = valueAt(source.body, ...path, 'namespaceSelector');
  const selector = given === undefined ? undefined : readSelector(given);
  return tenants.flatMap((tenant) =>
    [...tenant.namespaces, tenant.newNamespace]
      .filter((name) => given === undefined || (selector && selects(selector, labelsOf(name, tenant))))
      .map((name) => [tenant, name] as const),
  );
}

function labelsOf(name: string, tenant: CapsuleTenant): Readonly<Record<string, string>> {
  const own = textEntriesAt(tenant.exported.get(name)?.body, 'metadata', 'labels');
  return { 'capsule.clastix.io/tenant': tenant.name, 'kubernetes.io/metadata.name': name, ...Object.fromEntries(own) };
}

/** The object with the metadata that the replication adds. */
export function withMetadata(body: Tree, source: ExportedObject, path: Path): Tree {
  const { metadata, ...rest } = effectiveBody(body);
  const added = (field: string) => ({
    ...Object.fromEntries(textEntriesAt(metadata, field)),
    ...Object.fromEntries(textEntriesAt(source.body, ...path, 'additionalMetadata', field)),
  });
  const entries = (['labels', 'annotations'] as const)
    .map((field) => [field, added(field)] as const)
    .filter(([, map]) => Object.keys(map).length > 0);
  return { ...rest, metadata: { name: textAt(metadata, 'name'), ...Object.fromEntries(entries) } };
}
