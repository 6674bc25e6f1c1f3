import { listAt, type Path, textAt, valueAt } from '../../data/tree.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { clusterFields, created, isOwnedBy, untouched } from '../effect/inert.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { bindingsNotice, purging, tenancySystem } from '../tenancy/tenancy-system.ts';
import { type NamespaceTree, treesByNamespace } from '../tenancy/trees.ts';
import { inertKeys, isHncOnly, metadataFacts } from './metadata.ts';
import { hierarchicalQuotas, isOfQuota, isSynchronized, synchronizedFacts } from './objects.ts';
import { copiedResources, group, hncTrees, inheritedFrom, isCopy, isInConflict, isOfHnc } from './scope.ts';

const groups = [group];

const resources = [
  'subnamespaceanchors.hnc.x-k8s.io',
  'hierarchyconfigurations.hnc.x-k8s.io',
  'hierarchicalresourcequotas.hnc.x-k8s.io',
  'hncconfigurations.hnc.x-k8s.io',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'networkpolicies.networking.k8s.io',
  'limitranges',
  'resourcequotas',
  'configmaps',
  'namespaces',
];

/** Imports from the Hierarchical Namespace Controller: each tree of namespaces becomes a Tenant. */
export const hnc = tenancySystem<NamespaceTree>({
  title: 'HNC',
  resources,
  namedResources: copiedResources,
  secretAnnotations: ['select', 'treeSelect', 'none', 'all'].map((name) => `propagate.hnc.x-k8s.io/${name}`),
  groups,
  tenantsIn: hncTrees,
  factsOf: (tree, objects) => [
    ...metadataFacts(tree, objects),
    ...synchronizedFacts(tree, objects),
    ...hierarchicalQuotas(tree, objects),
  ],
  otherFacts: (objects, trees) => [
    ...structureFacts(objects, trees),
    ...objects.filter(({ kind }) => kind === 'HNCConfiguration').flatMap(configurationFacts),
  ],
  inertFields: (objects, trees) => [...inertObjects(objects, trees), ...inertKeys(objects)],
  notices: () => [
    `Deletion: HNC deletes a subnamespace with its anchor and, with allowCascadingDeletion, also its descendants. ${purging}`,
    'Namespaces: administrators of a namespace create subnamespaces with kubectl under HNC. Here, they change the list of namespaces of the Tenant in Git.',
    bindingsNotice,
    'Hierarchy: namespaces of a Tenant have no parents. Objects that users create in one of them later are not copied to the others.',
  ],
});

/** The positions of namespaces in their trees, according to anchors and configurations. */
function structureFacts(objects: readonly ExportedObject[], trees: readonly NamespaceTree[]): readonly SourceFact[] {
  const treeOf = treesByNamespace(trees);
  return objects
    .filter((source) => isOfHnc(source) && !isInConflict(source, objects))
    .flatMap((source) => positionFacts(source, treeOf));
}

function positionFacts(source: ExportedObject, treeOf: ReadonlyMap<string, NamespaceTree>): readonly SourceFact[] {
  const isAnchor = source.kind === 'SubnamespaceAnchor';
  if (!isAnchor && source.kind !== 'HierarchyConfiguration') return [];
  const namespace = isAnchor ? source.name : source.namespace;
  const tree = treeOf.get(namespace);
  if (!tree) return [];
  const parentPath = isAnchor ? ['metadata', 'namespace'] : ['spec', 'parent'];
  const parent = textAt(source.body, ...parentPath);
  const stated: readonly Path[] = [['apiVersion'], ['kind'], ['metadata'], parentPath];
  const from = (...paths: readonly Path[]) => paths.map((path) => ({ source, path }));
  const cascading = ['spec', 'allowCascadingDeletion'];
  const cascade = 'HNC deletes a namespace together with the namespaces below it';
  const later = `HNC also copies objects that users create later in ${parent}`;
  return [
    { aspect: 'namespace', namespace, tenant: tree.name, from: from(...stated) },
    ...(parent === '' ? [] : [{ aspect: 'behavior' as const, text: later, from: from(parentPath) }]),
    ...(valueAt(source.body, ...cascading) === true
      ? [{ aspect: 'behavior' as const, text: cascade, from: from(cascading) }]
      : []),
  ];
}

/** The export contains only the copies that exist now. The render does not create the copies that HNC would create later. */
function configurationFacts(source: ExportedObject): readonly SourceFact[] {
  return [...listAt(source.body, 'spec', 'resources').entries()].filter(isRead).map(([index, entry]) => ({
    aspect: 'behavior',
    text: laterText(textAt(entry, 'resource'), textAt(entry, 'mode')),
    from: [['apiVersion'], ['kind'], ['metadata', 'name'], ['spec', 'resources', index]].map((path) => ({
      source,
      path,
    })),
  }));
}

function isRead([, entry]: readonly [number, unknown]): boolean {
  return textAt(entry, 'mode') !== 'Ignore';
}

/** An empty mode means Propagate. */
function laterText(resource: string, mode: string): string {
  if (mode === 'Remove') return `HNC deletes copies of ${resource}`;
  return `HNC also copies ${resource} that users create later${mode === 'AllowPropagate' ? ', if an annotation requests copies' : ''}`;
}

const head: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name'], ['spec', 'resources']];

function inertObjects(objects: readonly ExportedObject[], trees: readonly NamespaceTree[]): readonly InertField[] {
  const treeOf = treesByNamespace(trees);
  return objects.flatMap((source) => {
    const namespace = source.kind === 'Namespace' ? source.name : source.namespace;
    return inertFields(source, treeOf.has(namespace), objects);
  });
}

function inertFields(
  source: ExportedObject,
  isInTree: boolean,
  objects: readonly ExportedObject[],
): readonly InertField[] {
  const fields = clusterFields(source, isHncOnly);
  const cascading = { source, path: ['spec', 'allowCascadingDeletion'], why: 'the default value' };
  const scopes = ['scopes', 'scopeSelector'].map((field) => ({
    source,
    path: ['spec', field],
    why: 'HNC ignores this field, because a HierarchicalResourceQuota has no scopes',
  }));
  if (source.kind === 'HNCConfiguration') return [...fields, ...ignoredFields(source)];
  if (isInConflict(source, objects)) return [{ source, path: [], why: conflict }];
  if (isOfHnc(source)) return [...fields, cascading, ...(source.kind === 'HierarchicalResourceQuota' ? scopes : [])];
  if (isCopy(source)) return [{ source, path: [], why: `HNC copies the object from ${inheritedFrom(source)}` }];
  if (isOwnedBy(source, groups) || isOfQuota(source)) return [created(source)];
  const isRead = source.kind === 'Namespace' || isSynchronized(source, objects);
  if (!isInTree || !isRead) return [untouched(source)];
  return [...fields, { source, path: ['spec', 'finalizers'], why: 'set by the API server' }];
}

const conflict = 'HNC ignores the anchor, because a namespace with its name has another parent or none';

/** An entry with mode Ignore has no effect, and neither does a configuration with only such entries. */
function ignoredFields(source: ExportedObject): readonly InertField[] {
  const entries = [...listAt(source.body, 'spec', 'resources').entries()];
  const paths = entries.some(isRead) ? [] : head;
  const ignored = entries.filter((entry) => !isRead(entry)).map(([index]): Path => ['spec', 'resources', index]);
  return [...paths, ...ignored].map((path) => ({
    source,
    path,
    why: 'HNC copies nothing, because the mode is Ignore',
  }));
}
