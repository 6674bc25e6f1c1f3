import { type Path, textAt } from '../../data/tree.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { clusterFields, created, isOwnedBy, untouched } from '../effect/inert.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { bindingsNotice, purging, tenancySystem } from '../tenancy/tenancy-system.ts';
import type { NamespaceTree } from '../tenancy/trees.ts';
import { watchedResources } from './configuration.ts';
import { inertKeys, isAccurateOnly, metadataFacts } from './metadata.ts';
import { isPropagated, propagatedFacts } from './objects.ts';
import { accurateTrees, group, isCopy, isOfAccurate, typeOf } from './scope.ts';

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
  factsOf: (tree, objects) => [
    ...metadataFacts(tree, objects),
    ...propagatedFacts(tree, objects),
    ...objects.flatMap((source) => structureFacts(source, tree)),
  ],
  otherFacts: (objects) => [
    ...objects.filter((one) => typeOf(one) === 'template').flatMap(templateFacts),
    ...objects.flatMap(generatedFacts),
  ],
  inertFields: (objects, trees) => [...objects.flatMap((source) => inertFields(source, trees)), ...inertKeys(objects)],
  notices: [
    `Deletion: Accurate deletes a namespace with its SubNamespace. ${purging}`,
    'Namespaces: owners of a namespace create sub-namespaces with kubectl under Accurate. Here they change the list of namespaces of the Tenant in Git.',
    bindingsNotice,
    'Hierarchy: namespaces of a Tenant have no parents. What somebody changes in one of them later does not reach others.',
  ],
});

/** A SubNamespace states the parent of its namespace. The namespace inherits from the parent. */
function structureFacts(source: ExportedObject, tree: NamespaceTree): readonly SourceFact[] {
  if (source.kind !== 'SubNamespace' || !isOfAccurate(source) || !tree.namespaces.includes(source.name)) return [];
  const head: readonly Path[] = [['apiVersion'], ['kind'], ['metadata']];
  const later = `Accurate passes down what somebody changes later in ${source.namespace}`;
  return [
    {
      aspect: 'namespace',
      namespace: source.name,
      tenant: tree.name,
      from: head.map((path) => ({ source, path })),
    },
    { aspect: 'behaviour', text: later, from: [{ source, path: ['metadata', 'namespace'] }] },
  ];
}

/**
 * The exported namespaces already have the metadata of the template. The render does not propagate later changes of the
 * template.
 */
function templateFacts(source: ExportedObject): readonly SourceFact[] {
  const text = `Accurate passes down what somebody changes later in template ${source.name}`;
  return [{ aspect: 'behaviour', text, from: [{ source, path: [] }] }];
}

/** Accurate also copies objects that other controllers create from this object. */
function generatedFacts(source: ExportedObject): readonly SourceFact[] {
  const path = ['metadata', 'annotations', `${group}/propagate-generated`];
  if (textAt(source.body, ...path) === '') return [];
  const text = `Accurate copies what is created from ${source.kind} ${source.name}`;
  return [{ aspect: 'behaviour', text, from: [{ source, path }] }];
}

function inertFields(source: ExportedObject, trees: readonly NamespaceTree[]): readonly InertField[] {
  const fields = clusterFields(source, (key) => isAccurateOnly(key) || key === 'app.kubernetes.io/created-by');
  if (isOfAccurate(source)) return fields;
  if (isCopy(source)) return [{ source, path: [], why: 'Accurate copies it from another namespace' }];
  if (isOwnedBy(source, groups)) return [created(source)];
  const isNamespace = source.kind === 'Namespace' && source.group === '';
  const isInTree = isNamespace && trees.some(({ namespaces }) => namespaces.includes(source.name));
  if (isNamespace) return isInTree || typeOf(source) === 'template' ? [...fields, specOf(source)] : [untouched(source)];
  return isPropagated(source) ? fields : [untouched(source)];
}

function specOf(source: ExportedObject): InertField {
  return { source, path: ['spec'], why: 'the API server sets it' };
}
