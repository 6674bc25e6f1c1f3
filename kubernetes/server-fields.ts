import type { Tree } from '../data/tree.ts';

/** Metadata fields that the cluster and its controllers set. Charts and `kubectl get -o yaml` print them anyway. */
export const serverFields: readonly string[] = [
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'ownerReferences',
  'resourceVersion',
  'selfLink',
  'uid',
];

/** Returns the server fields in metadata. Ignores `creationTimestamp: null`, which manifest generators write. */
export function serverFieldsIn(metadata: Tree): readonly string[] {
  const isEmpty = (field: string) => field === 'creationTimestamp' && metadata[field] === null;
  return serverFields.filter((field) => Object.hasOwn(metadata, field) && !isEmpty(field));
}
