import { isMapping, listAt, type Path, type Tree, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { asAccount } from './configuration.ts';
import { copiedFacts, ignoredItems } from './copies.ts';
import { expanded } from './metadata.ts';
import { placedFacts } from './placed-objects.ts';
import { omissionOf } from './replicated-kinds.ts';
import { head, isReplication, type Replication, targetsOf, withMetadata } from './replication-scope.ts';
import { type CapsuleTenant, fields, tenantOf } from './scope.ts';

/** The objects that Capsule replicates into namespaces of Tenants. */
export function replicationFacts(
  objects: readonly ExportedObject[],
  all: readonly CapsuleTenant[],
): readonly SourceFact[] {
  return replicationsIn(objects, all).flatMap((replication) => [
    ...partsOf(replication).flatMap((path) => resourceFacts(replication, path)),
    ...accountFacts(replication),
    ...laterTenantFacts(replication),
  ]);
}

function replicationsIn(objects: readonly ExportedObject[], all: readonly CapsuleTenant[]): readonly Replication[] {
  return objects
    .filter(isReplication)
    .map((source) => ({ source, tenants: all.filter((tenant) => isTarget(tenant, source, objects)), objects }));
}

function partsOf({ source }: Replication): readonly Path[] {
  return listAt(source.body, 'spec', 'resources').map((_, index) => ['spec', 'resources', index]);
}

/** A service account limits what a TenantResource replicates, because tenants choose its objects [sources: capsule-9]. */
function accountFacts({ source }: Replication): readonly SourceFact[] {
  const path = ['spec', 'serviceAccount'];
  const text = `Capsule replicates ${asAccount}`;
  return valueAt(source.body, ...path) === undefined ? [] : [{ aspect: 'behavior', text, from: fields(source, path) }];
}

/** The import writes instances only for the Tenants in the export, so later Tenants receive no objects. */
function laterTenantFacts({ source }: Replication): readonly SourceFact[] {
  if (source.kind !== 'GlobalTenantResource') return [];
  const selector = ['spec', 'tenantSelector'];
  const isSelecting = valueAt(source.body, ...selector) !== undefined;
  const event = isSelecting ? 'gets matching labels' : 'is created';
  const text = `Capsule also copies the objects into the namespaces of each Tenant that ${event} later`;
  return [{ aspect: 'behavior', text, from: fields(source, isSelecting ? selector : ['kind']) }];
}

/**
 * True if the Tenant receives objects. A TenantResource replicates within the Tenant of its namespace, and a
 * GlobalTenantResource to the selected Tenants.
 */
function isTarget(tenant: CapsuleTenant, source: ExportedObject, objects: readonly ExportedObject[]): boolean {
  if (source.kind === 'TenantResource') {
    const namespace = objects.find((one) => one.kind === 'Namespace' && one.name === source.namespace);
    return tenant.namespaces.includes(source.namespace) || (namespace ? tenantOf(namespace) === tenant.name : false);
  }
  const selector = readSelector(valueAt(source.body, 'spec', 'tenantSelector') ?? {});
  const labels = Object.fromEntries(textEntriesAt(tenant.source.body, 'metadata', 'labels'));
  return selector !== undefined && selects(selector, labels);
}

function resourceFacts(replication: Replication, path: Path): readonly SourceFact[] {
  const { source } = replication;
  const selector = [...path, 'namespaceSelector'];
  const isSelecting = valueAt(source.body, ...selector) !== undefined;
  const text = 'Capsule also copies the objects into each namespace that gets matching labels later';
  return [
    ...rawFacts(replication, path),
    ...copiedFacts(replication, path),
    ...(isSelecting ? [{ aspect: 'behavior' as const, text, from: fields(source, selector) }] : []),
    ...listAt(source.body, ...path, 'context', 'resources').map((_, index) => ({
      aspect: 'behavior' as const,
      text: 'Capsule provides these objects to the templates of the replication',
      from: fields(source, [...path, 'context', 'resources', index]),
    })),
    ...listAt(source.body, ...path, 'generators').map((_, index) => ({
      aspect: 'behavior' as const,
      text: 'Capsule renders objects from a Go template',
      from: fields(source, ...head, [...path, 'generators', index], [...path, 'additionalMetadata']),
    })),
  ];
}

function rawFacts(replication: Replication, path: Path): readonly SourceFact[] {
  const { source } = replication;
  return listAt(source.body, ...path, 'rawItems').flatMap((item, index): readonly SourceFact[] => {
    if (!isMapping(item)) return [];
    const own = [...path, 'rawItems', index];
    const targets = targetsOf(replication, path);
    const omission = omissionOf(item, source);
    const from = fields(source, ...head, own, [...path, 'additionalMetadata'], [...path, 'namespaceSelector']);
    if (omission !== undefined) return [{ aspect: 'behavior', text: omission, from }];
    const text = 'no namespace in the export receives the object';
    if (targets.length === 0) return [{ aspect: 'behavior', text, from }];
    return targets.flatMap((target) => {
      const [tenant, namespace] = target;
      const body = withMetadata(withValues(item, namespace, tenant.name) as Tree, source, path);
      return placedFacts(body, target, from);
    });
  });
}

function withValues(value: unknown, namespace: string, tenant: string): unknown {
  if (typeof value === 'string') return expanded(value, namespace, tenant);
  if (Array.isArray(value)) return value.map((item) => withValues(item, namespace, tenant));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withValues(inner, namespace, tenant)]));
}

/** Settings of the replication itself, and items that Capsule ignores. */
export function inertReplications(
  objects: readonly ExportedObject[],
  all: readonly CapsuleTenant[],
): readonly InertField[] {
  const why = 'a setting for the replication by Capsule; Argo CD applies objects at its own interval';
  const paths = [
    ['spec', 'resyncPeriod'],
    ['spec', 'settings'],
    ['spec', 'dependsOn'],
    ['spec', 'pruningOnDelete'],
    ['spec', 'scope'],
    ['spec', 'cordoned'],
  ];
  return replicationsIn(objects, all).flatMap((replication) => [
    ...paths.map((path) => ({ source: replication.source, path, why })),
    ...partsOf(replication).flatMap((path) => ignoredItems(replication, path)),
  ]);
}
