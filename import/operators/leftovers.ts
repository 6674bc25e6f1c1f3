import { listed } from '../../data/listed.ts';
import { listAt, textAt, textsAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

/**
 * True if the operator created the object for one of its resources: an owned object, an object of a Helm release, or the
 * namespace of a Kleff Tenant and its limits.
 */
export function isCreatedBy(source: ExportedObject, resources: readonly ExportedObject[]): boolean {
  if (resources.includes(source)) return false;
  return resources.some(
    (resource) => isOwnedBy(source, resource) || isOfRelease(source, resource) || isNamespaceOf(source, resource),
  );
}

function isOwnedBy({ body, namespace }: ExportedObject, resource: ExportedObject): boolean {
  return listAt(body, 'metadata', 'ownerReferences').some(
    (owner) =>
      groupOf(textAt(owner, 'apiVersion')) === resource.group &&
      textAt(owner, 'kind') === resource.kind &&
      textAt(owner, 'name') === resource.name &&
      (namespace === resource.namespace || namespace === ''),
  );
}

/** Helm annotates every object with the name of its release, which is the name of the resource. */
function isOfRelease({ body, namespace }: ExportedObject, resource: ExportedObject): boolean {
  const release = textAt(body, 'metadata', 'annotations', 'meta.helm.sh/release-name');
  return release !== '' && release === resource.name && namespace === resource.namespace;
}

/** Kinds that limit a whole namespace. Other objects in the namespace of a user belong to the user. */
const limits = ['LimitRange', 'NetworkPolicy', 'ResourceQuota'];

/** A Kleff Tenant has a namespace that is named after its user. */
function isNamespaceOf({ kind, group, name, namespace }: ExportedObject, resource: ExportedObject): boolean {
  const user = textAt(resource.body, 'spec', 'userId');
  if (user === '') return false;
  return kind === 'Namespace' && group === '' ? name === user : namespace === user && limits.includes(kind);
}

/** Leftovers of the operator that can delete objects later, with advice. */
export function leftovers(resources: readonly ExportedObject[], created: readonly ExportedObject[]): readonly string[] {
  const finalizers = resources.filter(({ body }) => textsAt(body, 'metadata', 'finalizers').length > 0);
  const owned = created.filter((source) => resources.some((resource) => isOwnedBy(source, resource)));
  const releases = resources.filter((resource) => created.some((source) => isOfRelease(source, resource)));
  return [
    'Deletion: when you delete a resource, the operator also deletes the objects that it created for the resource. Stop the operator first, and delete its resources with --cascade=orphan.',
    ...finalizers.map(finalizerText),
    ...owned.map(
      (one) =>
        `Owner: ${formatName(one)} has an owner reference. If you delete the owner with --cascade=orphan, Kubernetes removes the reference.`,
    ),
    ...releases.map(
      ({ namespace, name }) =>
        `Helm: ${namespace} contains the release ${name}. Do not run helm uninstall, because it deletes the volumes. Instead, delete the Secrets with the labels owner=helm,name=${name}.`,
    ),
  ];
}

function finalizerText(one: ExportedObject): string {
  const names = textsAt(one.body, 'metadata', 'finalizers');
  const [noun, pronoun] = names.length === 1 ? ['finalizer', 'it'] : ['finalizers', 'them'];
  return `Finalizer: ${formatName(one)} has the ${noun} ${listed(names)}. Remove ${pronoun} before you delete the resource, or the deletion never ends.`;
}
