import { isMapping, listAt, mappingAt, type Path, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import { advice } from '../effect/advice.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { pluralOf, resourceName } from '../resources/kubectl-names.ts';
import { expanded } from './metadata.ts';
import { placedFacts } from './placed-objects.ts';
import { omissionOf } from './replicated-kinds.ts';
import { head, isReplication, type Replication, type Target, targetsOf, withMetadata } from './replication-scope.ts';
import { fields } from './scope.ts';

/**
 * Copies of existing objects. The import can write copies only of objects in the export. A copy loses the labels that the
 * selector of the item matched [sources: capsule-8].
 */
export function copiedFacts(replication: Replication, path: Path): readonly SourceFact[] {
  const { source, objects } = replication;
  const all = targetsOf(replication, path);
  return listAt(source.body, ...path, 'namespacedItems').flatMap((item, index): readonly SourceFact[] => {
    const targets = all.filter((target) => isReadable(item, target, source));
    if (all.length > 0 && targets.length === 0) return [];
    const from = fields(source, ...head, [...path, 'namespacedItems', index], [...path, 'additionalMetadata']);
    const omission = isMapping(item) ? omissionOf(item, source) : undefined;
    if (omission !== undefined) return [{ aspect: 'behavior', text: omission, from }];
    const copies = targets.flatMap((target) => {
      const wanted = referenceFor(item, target, source);
      const found = objects.filter((one) => isReferenced(one, wanted));
      return found.filter((one) => one.namespace !== target[1]).map((one) => ({ one, target }));
    });
    const facts = copies.flatMap(({ one, target }) =>
      placedFacts(withMetadata(withoutLabels(one.body, item), source, path), target, from),
    );
    const text = `the export does not contain the objects of kind ${textAt(item, 'kind')} that Capsule copies${placeOf(item, source)}`;
    const later = 'Capsule also copies later changes of the objects';
    const follows = fields(source, [...path, 'namespacedItems', index]);
    if (copies.length > 0) return [...facts, { aspect: 'behavior', text: later, from: follows }];
    if (all.length === 0)
      return [{ aspect: 'behavior', text: 'no namespace in the export receives the objects', from }];
    return [{ aspect: 'behavior', text, from, advice: advice.exportCopies }];
  });
}

/** The items that Capsule ignores, because they are in namespaces outside the Tenant of a TenantResource. */
export function ignoredItems(replication: Replication, path: Path): readonly InertField[] {
  const { source } = replication;
  const targets = targetsOf(replication, path);
  const why = 'Capsule ignores items in namespaces outside the Tenant';
  return listAt(source.body, ...path, 'namespacedItems').flatMap((item, index) => {
    const isIgnored = targets.length > 0 && !targets.some((target) => isReadable(item, target, source));
    const paths: readonly Path[] = isIgnored ? [...head, [...path, 'namespacedItems', index]] : [];
    return paths.map((own) => ({ source, path: own, why }));
  });
}

/** Tenants create TenantResources, so Capsule copies only objects of the same Tenant for them [sources: capsule-8]. */
function isReadable(item: unknown, target: Target, source: ExportedObject): boolean {
  const [tenant] = target;
  return source.kind !== 'TenantResource' || tenant.namespaces.includes(referenceFor(item, target, source).namespace);
}

interface WantedObjects {
  readonly item: unknown;
  readonly namespace: string;
  readonly name: string;
}

/** The reference of an item. The namespace defaults to that of the TenantResource. */
function referenceFor(item: unknown, [tenant, namespace]: Target, source: ExportedObject): WantedObjects {
  const text = (field: string) => expanded(textAt(item, field), namespace, tenant.name);
  return { item, namespace: text('namespace') || source.namespace, name: text('name') };
}

function placeOf(item: unknown, source: ExportedObject): string {
  const namespace = textAt(item, 'namespace') || source.namespace;
  return namespace === '' ? '' : ` from ${namespace}`;
}

function withoutLabels(body: Tree, item: unknown): Tree {
  const expressions = listAt(item, 'selector', 'matchExpressions').map((one) => textAt(one, 'key'));
  const keys = [...Object.keys(mappingAt(item, 'selector', 'matchLabels')), ...expressions];
  const labels = textEntriesAt(body, 'metadata', 'labels').filter(([key]) => !keys.includes(key));
  return { ...body, metadata: { ...mappingAt(body, 'metadata'), labels: Object.fromEntries(labels) } };
}

/** The resources that replications copy from namespaces. */
export function replicatedResources(objects: readonly ExportedObject[]): readonly string[] {
  return objects
    .filter(isReplication)
    .flatMap(({ body }) => listAt(body, 'spec', 'resources'))
    .flatMap((entry) => listAt(entry, 'namespacedItems'))
    .map((item) => resourceName(pluralOf(textAt(item, 'kind')), groupOf(textAt(item, 'apiVersion'))));
}

function isReferenced(one: ExportedObject, { item, namespace, name }: WantedObjects): boolean {
  const selector = readSelector(valueAt(item, 'selector') ?? {});
  const labels = Object.fromEntries(textEntriesAt(one.body, 'metadata', 'labels'));
  return (
    one.kind === textAt(item, 'kind') &&
    one.group === groupOf(textAt(item, 'apiVersion')) &&
    one.namespace === namespace &&
    (name === '' || one.name === name) &&
    selector !== undefined &&
    selects(selector, labels)
  );
}
