/** Fields of metadata that only a cluster sets; charts and `kubectl get -o yaml` print them all the same. */
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
