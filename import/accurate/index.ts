import { type Path, textAt } from '../../data/tree.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { clusterFields, created, isOwnedBy, untouched } from '../effect/inert.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { objectsIn } from '../tenancy/object-index.ts';
import { bindingsNotice, purging, tenancySystem } from '../tenancy/tenancy-system.ts';
import { type NamespaceTree, treesByNamespace } from '../tenancy/trees.ts';
import { namingPolicies, watchedResources } from './configuration.ts';
import { inertKeys, isAccurateOnly, metadataFacts } from './metadata.ts';
import { propagatedFacts, sourceNamespaces } from './objects.ts';
import { propagationIn } from './propagation.ts';
import {
  accurateTrees,
  group,
  isCopy,
  isInConflict,
  isOfAccurate,
  isSubNamespace,
  templatesOf,
  typeOf,
} from './scope.ts';

const groups = [group];

const resources = [
  'subnamespaces.accurate.cybozu.com',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'networkpolicies.networking.k8s.io',
  'limitranges',
  'resourcequotas',
  'configmaps',
  'namespaces',
];

/** Imports from Accurate: each root namespace with its sub-namespaces becomes a Tenant. */
export const accurate = tenancySystem<NamespaceTree>({
  title: 'Accurate',
  resources,
  namedResources: watchedResources,
  secretAnnotations: ['from', 'propagate', 'propagate-generated'].map((name) => `${group}/${name}`),
  groups,
  tenantsIn: accurateTrees,
  factsOf: (tree, objects) => [...metadataFacts(tree, objects), ...propagatedFacts(tree, objects)],
  otherFacts: (objects, trees) => [
    ...structureFacts(objects, trees),
    ...objects.filter((one) => typeOf(one) === 'template').flatMap(templateFacts),
    ...objects.flatMap(generatedFacts),
    ...outsideFacts(objects, trees),
    ...namingPolicies(objects).map((field) => ({ aspect: 'behavior' as const, text: naming, from: [field] })),
  ],
  inertFields: (objects, trees) => [...inertFields(objects, trees), ...inertKeys(objects)],
  notices: () => [
    `Deletion: Accurate deletes a namespace with its SubNamespace. ${purging}`,
    'Namespaces: owners of a namespace create sub-namespaces with kubectl under Accurate. Here, they change the list of namespaces of the Tenant in Git.',
    bindingsNotice,
    'Hierarchy: namespaces of a Tenant have no parents. Later changes in one of them do not affect the others.',
  ],
});

/** A SubNamespace sets the parent of its namespace. The namespace inherits from the parent. */
function structureFacts(objects: readonly ExportedObject[], trees: readonly NamespaceTree[]): readonly SourceFact[] {
  const treeOf = treesByNamespace(trees);
  return objects
    .filter((source) => isSubNamespace(source) && !isInConflict(source, objects))
    .flatMap((source) => positionFacts(source, treeOf.get(source.name)));
}

function positionFacts(source: ExportedObject, tree: NamespaceTree | undefined): readonly SourceFact[] {
  if (!tree) return [];
  const head: readonly Path[] = [['apiVersion'], ['kind'], ['metadata']];
  const later = `Accurate also propagates later changes in ${source.namespace}`;
  return [
    {
      aspect: 'namespace',
      namespace: source.name,
      tenant: tree.name,
      from: head.map((path) => ({ source, path })),
    },
    { aspect: 'behavior', text: later, from: [{ source, path: ['metadata', 'namespace'] }] },
  ];
}

/**
 * The exported namespaces already have the metadata of the template. The render does not propagate later changes of the
 * template.
 */
function templateFacts(source: ExportedObject): readonly SourceFact[] {
  const text = `Accurate also propagates later changes in template ${source.name}`;
  return [{ aspect: 'behavior', text, from: [{ source, path: [] }] }];
}

/** Accurate also copies objects that other controllers create from this object. */
function generatedFacts(source: ExportedObject): readonly SourceFact[] {
  const path = ['metadata', 'annotations', `${group}/propagate-generated`];
  if (textAt(source.body, ...path) === '') return [];
  const text = `Accurate also copies the objects that other controllers create from ${source.kind} ${source.name}`;
  return [{ aspect: 'behavior', text, from: [{ source, path }] }];
}

function inertFields(objects: readonly ExportedObject[], trees: readonly NamespaceTree[]): readonly InertField[] {
  const { isOwnCopy, isPropagated } = propagationIn(objects);
  const isCopied = (one: ExportedObject) => (isCopy(one) ? isOwnCopy(one) : isPropagated(one));
  const treeOf = treesByNamespace(trees);
  const used = usedNamespaces(trees, objects);
  return objects.flatMap((source) => {
    const isNamespace = source.kind === 'Namespace' && source.group === '';
    if (isNamespace) return namespaceFields(source, treeOf.has(source.name));
    if (isSubNamespace(source) && isInConflict(source, objects)) return [{ source, path: [], why: conflict }];
    if (isOfAccurate(source)) return operatorFields(source);
    if (isCopied(source))
      return used.has(source.namespace) ? operatorFields(source) : [{ source, path: [], why: unused }];
    if (isCopy(source)) return [{ source, path: [], why: 'Accurate copies the object from another namespace' }];
    return [isOwnedBy(source, groups) ? created(source) : untouched(source)];
  });
}

const conflict = 'Accurate ignores the SubNamespace, because a namespace with its name has another parent or none';

const unused = 'no namespace inherits it, so it stays in the cluster as it is';

function operatorFields(source: ExportedObject): readonly InertField[] {
  return clusterFields(source, (key) => isAccurateOnly(key) || key === 'app.kubernetes.io/created-by');
}

/** The namespaces whose objects reach a namespace of a tree, or a namespace with a template outside all trees. */
function usedNamespaces(trees: readonly NamespaceTree[], objects: readonly ExportedObject[]): ReadonlySet<string> {
  const outside = instancesOutside(objects, trees).flatMap(({ name }) => [name, ...templatesOf(name, objects)]);
  return new Set([...trees.flatMap((tree) => sourceNamespaces(tree, objects)), ...outside]);
}

function namespaceFields(source: ExportedObject, isInTree: boolean): readonly InertField[] {
  const isKnown = isInTree || typeOf(source) === 'template' || hasTemplate(source);
  return isKnown ? [...operatorFields(source), specOf(source)] : [untouched(source)];
}

function specOf(source: ExportedObject): InertField {
  return { source, path: ['spec'], why: 'set by the API server' };
}

function hasTemplate({ body }: ExportedObject): boolean {
  return textAt(body, 'metadata', 'labels', `${group}/template`) !== '';
}

/** The namespaces that have a template, but are not a template themselves and are not in a tree. */
function instancesOutside(objects: readonly ExportedObject[], trees: readonly NamespaceTree[]) {
  const treeOf = treesByNamespace(trees);
  return objects.filter(
    (one) =>
      one.kind === 'Namespace' &&
      one.group === '' &&
      hasTemplate(one) &&
      typeOf(one) !== 'template' &&
      !treeOf.has(one.name),
  );
}

/** A namespace that has a template but is not in a tree does not belong to a tenant. */
function outsideFacts(objects: readonly ExportedObject[], trees: readonly NamespaceTree[]): readonly SourceFact[] {
  const outside = instancesOutside(objects, trees);
  const { sources } = propagationIn(objects);
  const text = (name: string) =>
    `namespace ${name} is not in a tree, so it does not belong to a tenant: copies that Accurate created in it stay, and nothing updates them`;
  return [
    ...outside.map((source) => ({
      aspect: 'behavior' as const,
      text: text(source.name),
      from: [{ source, path: [] }],
    })),
    ...objectsIn(
      sources,
      outside.map(({ name }) => name),
    ).map((source) => ({
      aspect: 'behavior' as const,
      text: text(source.namespace),
      from: [{ source, path: [] }],
    })),
    ...outside.flatMap(({ name }) =>
      objectsIn(sources, templatesOf(name, objects)).map((source) => ({
        aspect: 'behavior' as const,
        text: text(name),
        from: [{ source, path: [] }],
      })),
    ),
  ];
}

const naming =
  'Accurate rejects sub-namespaces whose names do not follow the naming policies; with leasehold, the review of a pull request decides';
