import { isMapping, listAt, type Path, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { clusterScoped } from '../../kubernetes/cluster-scoped.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { effectiveBody, objectFacts } from '../effect/objects.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { pluralOf, resourceName } from '../resources/kubectl-names.ts';
import { expanded } from './metadata.ts';
import { type CapsuleTenant, fields, tenantOf } from './scope.ts';

export function isReplication({ group, kind }: ExportedObject): boolean {
  return group === 'capsule.clastix.io' && ['GlobalTenantResource', 'TenantResource'].includes(kind);
}

interface Replication {
  readonly source: ExportedObject;
  readonly tenants: readonly CapsuleTenant[];
  readonly objects: readonly ExportedObject[];
}

/** The objects that Capsule replicates into namespaces of Tenants. */
export function replicationFacts(
  objects: readonly ExportedObject[],
  all: readonly CapsuleTenant[],
): readonly SourceFact[] {
  return objects.filter(isReplication).flatMap((source) => {
    const tenants = all.filter((tenant) => isTarget(tenant, source, objects));
    return listAt(source.body, 'spec', 'resources').flatMap((_, index) =>
      resourceFacts({ source, tenants, objects }, ['spec', 'resources', index]),
    );
  });
}

/** A TenantResource replicates within the Tenant of its namespace, a GlobalTenantResource to the selected Tenants. */
function isTarget(tenant: CapsuleTenant, source: ExportedObject, objects: readonly ExportedObject[]): boolean {
  if (source.kind === 'TenantResource') {
    const namespace = objects.find((one) => one.kind === 'Namespace' && one.name === source.namespace);
    return tenant.namespaces.includes(source.namespace) || (namespace ? tenantOf(namespace) === tenant.name : false);
  }
  const selector = readSelector(valueAt(source.body, 'spec', 'tenantSelector') ?? {});
  const labels = Object.fromEntries(textEntriesAt(tenant.source.body, 'metadata', 'labels'));
  return selector !== undefined && selects(selector, labels);
}

const head = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace'], ['spec', 'tenantSelector']];

function resourceFacts(replication: Replication, path: Path): readonly SourceFact[] {
  const { source } = replication;
  const selector = [...path, 'namespaceSelector'];
  const isSelecting = valueAt(source.body, ...selector) !== undefined;
  const text = 'Capsule also copies the objects into each namespace that gets matching labels later';
  return [
    ...rawFacts(replication, path),
    ...copiedFacts(replication, path),
    ...(isSelecting ? [{ aspect: 'behaviour' as const, text, from: fields(source, selector) }] : []),
    ...listAt(source.body, ...path, 'generators').map((_, index) => ({
      aspect: 'behaviour' as const,
      text: 'Capsule renders objects from a Go template',
      from: fields(source, [...path, 'generators', index]),
    })),
  ];
}

function rawFacts(replication: Replication, path: Path): readonly SourceFact[] {
  const { source } = replication;
  return listAt(source.body, ...path, 'rawItems').flatMap((item, index): readonly SourceFact[] => {
    if (!isMapping(item)) return [];
    const own = [...path, 'rawItems', index];
    const targets = targetsOf(replication, path);
    const shared = `Capsule replicates ${textAt(item, 'kind')}, which belongs to the whole cluster or to Capsule`;
    if (isShared(item)) return [{ aspect: 'behaviour', text: shared, from: fields(source, ...head, own) }];
    const text = 'no namespace of the export receives the object';
    if (targets.length === 0) return [{ aspect: 'behaviour', text, from: fields(source, ...head, own) }];
    return targets.flatMap(([tenant, namespace]) => {
      const body = withMetadata(withValues(item, namespace, tenant.name) as Tree, source, path);
      const from = [
        ...fields(source, ...head, own, [...path, 'additionalMetadata']),
        ...fields(source, [...path, 'namespaceSelector']),
      ];
      return objectFacts(body, namespace).map((fact) => ({ ...fact, from, ...nameOf(body) }));
    });
  });
}

/** An object without a namespace is not one of a tenant, and resources of Capsule mean nothing without it. */
function isShared(item: Tree): boolean {
  const group = groupOf(textAt(item, 'apiVersion'));
  return group === 'capsule.clastix.io' || clusterScoped.has(groupKind(group, textAt(item, 'kind')));
}

function nameOf(body: Tree) {
  const name = textAt(body, 'metadata', 'name');
  return name === '' ? {} : { objectName: name };
}

/** The namespaces that receive the objects, each with its Tenant. */
function targetsOf({ source, tenants }: Replication, path: Path): readonly (readonly [CapsuleTenant, string])[] {
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

function withValues(value: unknown, namespace: string, tenant: string): unknown {
  if (typeof value === 'string') return expanded(value, namespace, tenant);
  if (Array.isArray(value)) return value.map((item) => withValues(item, namespace, tenant));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withValues(inner, namespace, tenant)]));
}

function withMetadata(body: Tree, source: ExportedObject, path: Path): Tree {
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

/** Copies of objects that exist in another namespace. The import can write those that the export contains. */
function copiedFacts(replication: Replication, path: Path): readonly SourceFact[] {
  const { source, objects } = replication;
  return listAt(source.body, ...path, 'namespacedItems').flatMap((item, index): readonly SourceFact[] => {
    const from = fields(source, ...head, [...path, 'namespacedItems', index]);
    const found = objects.filter((one) => isReferenced(one, item));
    const text = `the export has no ${textAt(item, 'kind')} that Capsule copies from ${textAt(item, 'namespace')}`;
    if (found.length === 0) return [{ aspect: 'behaviour', text, from, advice: 'export these objects, too' }];
    return found.flatMap((one) =>
      targetsOf(replication, path)
        .filter(([, namespace]) => namespace !== one.namespace)
        .flatMap(([, namespace]) =>
          objectFacts(withMetadata(one.body, source, path), namespace).map((fact) => ({ ...fact, from })),
        ),
    );
  });
}

/** The kinds that replications copy from a namespace. */
export function replicatedResources(objects: readonly ExportedObject[]): readonly string[] {
  return objects
    .filter(isReplication)
    .flatMap(({ body }) => listAt(body, 'spec', 'resources'))
    .flatMap((entry) => listAt(entry, 'namespacedItems'))
    .map((item) => resourceName(pluralOf(textAt(item, 'kind')), groupOf(textAt(item, 'apiVersion'))));
}

function isReferenced(one: ExportedObject, item: unknown): boolean {
  const selector = readSelector(valueAt(item, 'selector') ?? {});
  const name = textAt(item, 'name');
  const labels = Object.fromEntries(textEntriesAt(one.body, 'metadata', 'labels'));
  return (
    one.kind === textAt(item, 'kind') &&
    one.group === groupOf(textAt(item, 'apiVersion')) &&
    one.namespace === textAt(item, 'namespace') &&
    (name === '' || one.name === name) &&
    selector !== undefined &&
    selects(selector, labels)
  );
}

/** Settings of the replication itself. */
export function inertReplications(objects: readonly ExportedObject[]): readonly InertField[] {
  const why = 'it states how Capsule replicates; Argo CD applies at its own interval';
  const paths = [
    ['spec', 'resyncPeriod'],
    ['spec', 'settings'],
    ['spec', 'dependsOn'],
    ['spec', 'pruningOnDelete'],
    ['spec', 'scope'],
    ['spec', 'serviceAccount'],
    ['spec', 'cordoned'],
  ];
  return objects.filter(isReplication).flatMap((source) => paths.map((path) => ({ source, path, why })));
}
