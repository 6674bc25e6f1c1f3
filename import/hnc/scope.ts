import { groupBy } from '../../data/group-by.ts';
import { memo } from '../../data/memo.ts';
import { listAt, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { isDnsLabel } from '../../kubernetes/names.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { pluralOf, resourceName } from '../resources/kubectl-names.ts';
import { namespaceIn } from '../tenancy/object-index.ts';
import { type NamespaceTree, treesOf } from '../tenancy/trees.ts';
import type { Mode } from './propagation.ts';

export const group = 'hnc.x-k8s.io';
const treeDepth = '.tree.hnc.x-k8s.io/depth';

export function isOfHnc(source: ExportedObject): boolean {
  return source.group === group;
}

/** The trees of an export. Each namespace with a parent, a child or a resource of HNC belongs to a tree. */
export function hncTrees(objects: readonly ExportedObject[]): readonly NamespaceTree[] {
  const used = objects.filter(isOfHnc).flatMap(({ namespace }) => (namespace === '' ? [] : [namespace]));
  return treesOf(parentsIn(objects), used);
}

/** The parents of namespaces, from their HierarchyConfiguration, their anchor or their annotation, in this order. */
function parentsIn(objects: readonly ExportedObject[]): ReadonlyMap<string, string> {
  const ofKind = (kind: string) => objects.filter((one) => one.kind === kind);
  const pairs = [
    ...ofKind('Namespace').map((one) => [one.name, annotatedParent(one)] as const),
    ...ofKind('SubnamespaceAnchor')
      .filter((one) => !isInConflict(one, objects))
      .map(({ name, namespace }) => [name, namespace] as const),
    ...ofKind('HierarchyConfiguration').map(
      ({ namespace, body }) => [namespace, textAt(body, 'spec', 'parent')] as const,
    ),
  ];
  // A parent that cannot exist has no effect, like any parent that is missing.
  return new Map(pairs.filter(([, parent]) => isDnsLabel(parent)));
}

/** Whether HNC ignores an anchor, because its namespace is not a subnamespace of the namespace of the anchor [sources: hnc-5]. */
export function isInConflict(source: ExportedObject, objects: readonly ExportedObject[]): boolean {
  if (source.kind !== 'SubnamespaceAnchor' || !isOfHnc(source)) return false;
  const existing = namespaceIn(objects, source.name);
  return existing !== undefined && annotatedParent(existing) !== source.namespace;
}

function annotatedParent({ body }: ExportedObject): string {
  return textAt(body, 'metadata', 'annotations', `${group}/subnamespace-of`);
}

/**
 * How HNC synchronizes the kind of an object. Undefined if no configuration lists the kind. Roles and RoleBindings always
 * propagate.
 */
export function modeOf({ group: own, kind }: ExportedObject, objects: readonly ExportedObject[]): Mode | undefined {
  if (own === 'rbac.authorization.k8s.io' && (kind === 'Role' || kind === 'RoleBinding')) return 'Propagate';
  const stated = configured(objects).get(groupKind(own, pluralOf(kind)))?.[0];
  if (stated === undefined) return undefined;
  const mode = valueAt(stated, 'mode');
  return mode === 'AllowPropagate' || mode === 'Ignore' || mode === 'Remove' ? mode : 'Propagate';
}

const configured = memo((objects: readonly ExportedObject[]) =>
  groupBy(
    objects.filter((one) => one.kind === 'HNCConfiguration').flatMap(({ body }) => listAt(body, 'spec', 'resources')),
    (entry) => groupKind(textAt(entry, 'group'), textAt(entry, 'resource')),
  ),
);

/** The resources that HNC is configured to copy. */
export function copiedResources(objects: readonly ExportedObject[]): readonly string[] {
  return objects
    .filter((one) => one.kind === 'HNCConfiguration' && isOfHnc(one))
    .flatMap(({ body }) => listAt(body, 'spec', 'resources'))
    .filter((entry) => !['Ignore', 'Remove'].includes(textAt(entry, 'mode')))
    .map((entry) => resourceName(textAt(entry, 'resource'), textAt(entry, 'group')));
}

/** The labels of the tree: the distance from the namespace itself and from each ancestor. */
export function treeLabels(namespace: string, { ancestors }: NamespaceTree): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [namespace, ...ancestors(namespace)].map((name, depth) => [`${name}${treeDepth}`, `${depth}`]),
  );
}

/** The namespace that HNC copies an object from. Empty for an original. */
export function inheritedFrom({ body }: ExportedObject): string {
  return textAt(body, 'metadata', 'labels', `${group}/inherited-from`);
}

export function isCopy(source: ExportedObject): boolean {
  return inheritedFrom(source) !== '';
}

/** The labels that HNC's selectors match for a namespace. */
export function labelsOf(
  namespace: string,
  tree: NamespaceTree,
  objects: readonly ExportedObject[],
): Readonly<Record<string, string>> {
  const own = textEntriesAt(namespaceIn(objects, namespace)?.body, 'metadata', 'labels');
  return { ...Object.fromEntries(own), 'kubernetes.io/metadata.name': namespace, ...treeLabels(namespace, tree) };
}
