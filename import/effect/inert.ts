import { listAt, mappingAt, type Path, textAt, textEntriesAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { serverFields } from '../../kubernetes/server-fields.ts';
import type { InertField } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

const metadataFields = [...serverFields, 'finalizers', 'generateName'];

/**
 * Metadata keys that kubectl, the API server, OpenShift and the controllers of Argo CD and of Deployments maintain. Users may
 * set other keys with these prefixes.
 */
const clusterKeys = [
  /^kubectl\.kubernetes\.io\//,
  /^argocd\.argoproj\.io\/(?:tracking-id|sync-|hook|compare-options|refresh)/,
  /^openshift\.io\/(?:sa\.scc\.|requester$)/,
  /^(?:kubernetes\.io\/metadata\.name|deployment\.kubernetes\.io\/revision)$/,
];

/**
 * Keys that leasehold and, for hooks, Argo CD read in manifests. In the cluster, they have no effect and nothing checks them:
 * members of a tenant could set them, for example to the name of another tenant.
 */
const manifestKeys = [/^(?:[a-z]+\.)?leasehold\.dev\//, /^helm\.sh\/(?:hook|resource-policy)/];

function isManifestKey(key: string): boolean {
  return manifestKeys.some((pattern) => pattern.test(key));
}

export function isClusterKey(key: string): boolean {
  return isManifestKey(key) || clusterKeys.some((pattern) => pattern.test(key));
}

/** The fields that the cluster or the operator sets, and the keys that leasehold reads only in files. */
export function clusterFields(source: ExportedObject, isOperators: (key: string) => boolean): readonly InertField[] {
  const why = 'set by the cluster or the operator';
  const metadata = mappingAt(source.body, 'metadata');
  const fields: readonly Path[] = metadataFields.map((field) => ['metadata', field]);
  const keys = ['labels', 'annotations'].flatMap((field) =>
    textEntriesAt(metadata, field)
      .filter(([key]) => isClusterKey(key) || isOperators(key))
      .map(([key]) => ({
        source,
        path: ['metadata', field, key],
        why: isManifestKey(key) ? 'effective only in manifests' : why,
      })),
  );
  return [...[['status'], ...fields].map((path) => ({ source, path, why })), ...keys];
}

/** An object that neither the operator nor the import changes. */
export function untouched(source: ExportedObject): InertField {
  return { source, path: [], why: 'the operator does not change the object; it stays in the cluster as it is' };
}

/** True if a resource of these API groups owns the object. */
export function isOwnedBy({ body }: ExportedObject, groups: readonly string[]): boolean {
  return listAt(body, 'metadata', 'ownerReferences').some((owner) =>
    groups.includes(groupOf(textAt(owner, 'apiVersion'))),
  );
}

/** An object that the operator creates from its resources. The report covers the fields of those resources. */
export function created(source: ExportedObject): InertField {
  return { source, path: [], why: 'the operator creates the object from its own resources' };
}
