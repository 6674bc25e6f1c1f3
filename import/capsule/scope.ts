import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import type { Path } from '../../data/tree.ts';
import { listAt, textAt, textsAt } from '../../data/tree.ts';
import type { FieldReference, SourceFact } from '../effect/fact.ts';
import { newNamespace } from '../effect/source-system.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

const tenantLabels = ['capsule.clastix.io/tenant', 'projectcapsule.dev/tenant'];

/** A Capsule Tenant with its namespaces. */
export interface CapsuleTenant {
  readonly source: ExportedObject;
  readonly name: string;
  /** The existing namespaces, sorted. */
  readonly namespaces: readonly string[];
  readonly newNamespace: string;
  /** The Namespaces that the export contains. */
  readonly exported: ReadonlyMap<string, ExportedObject>;
  /** The classes in the export, such as StorageClasses. */
  readonly classes: readonly ExportedObject[];
}

export function isCapsuleTenant({ apiVersion, kind }: ExportedObject): boolean {
  return apiVersion === 'capsule.clastix.io/v1beta2' && kind === 'Tenant';
}

export function isNamespace({ group, kind }: ExportedObject): boolean {
  return group === '' && kind === 'Namespace';
}

/** The name of the Tenant that a Namespace belongs to, from the label or the owner reference that Capsule sets. */
export function tenantOf({ body }: ExportedObject): string {
  const label = tenantLabels.map((key) => textAt(body, 'metadata', 'labels', key)).find((name) => name !== '');
  const owners = listAt(body, 'metadata', 'ownerReferences').filter(
    (owner) => textAt(owner, 'kind') === 'Tenant' && textAt(owner, 'apiVersion').startsWith('capsule.clastix.io/'),
  );
  return label ?? textAt(owners[0], 'name');
}

/** The Tenants in the export. Their namespaces are the exported Namespaces and those in the status of the Tenants. */
export function capsuleTenants(objects: readonly ExportedObject[]): readonly CapsuleTenant[] {
  const namespaces = objects.filter(isNamespace);
  const byTenant = groupBy(namespaces, tenantOf);
  const classes = objects.filter(({ kind, namespace }) => kind.endsWith('Class') && namespace === '');
  return objects.filter(isCapsuleTenant).map((source, index) => {
    const own = byTenant.get(source.name) ?? [];
    const spaces = listAt(source.body, 'status', 'spaces').map((space) => textAt(space, 'name'));
    const stated = [...textsAt(source.body, 'status', 'namespaces'), ...spaces].filter((name) => name !== '');
    const names = new Set([...own.map(({ name }) => name), ...stated]);
    return {
      source,
      name: source.name,
      namespaces: [...names].sort(compare),
      newNamespace: newNamespace(index),
      exported: new Map(own.map((one) => [one.name, one])),
      classes,
    };
  });
}

/** The fact for every namespace of a Tenant, including new ones. */
export function inAll(
  { namespaces, newNamespace }: CapsuleTenant,
  fact: (namespace: string) => SourceFact,
): readonly SourceFact[] {
  return [...namespaces, newNamespace].map(fact);
}

export function fields(source: ExportedObject, ...paths: readonly Path[]): readonly FieldReference[] {
  return paths.map((path) => ({ source, path }));
}

/** The fields of Capsule's lists of names. */
const listFields = ['allowed', 'allowedRegex', 'default', 'matchExpressions', 'matchLabels'];

/** References to each known field of a list of names in a Tenant. */
export function fieldsBelow({ source }: CapsuleTenant, path: Path, value: Readonly<Record<string, unknown>>) {
  return listFields.filter((field) => Object.hasOwn(value, field)).flatMap((field) => fields(source, [...path, field]));
}
