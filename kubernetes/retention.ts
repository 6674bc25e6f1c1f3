/**
 * On a PersistentVolumeClaim, or on a StatefulSet for the claims that it creates: whether the volume outlives the claim.
 * On a Namespace, `prune` states that volumes do not outlive the namespace.
 */
export const volumesAnnotation = 'leasehold.dev/volumes';

/** The finalizer of a claim whose volume leasehold retains. */
export const volumeFinalizer = 'leasehold.dev/volume';

/** On a retained volume: the claim that it belongs to, as `namespace/name`. */
export const claimAnnotation = 'leasehold.dev/claim';

/** On a retained volume: the reclaim policy that it had before. */
export const reclaimPolicyAnnotation = 'leasehold.dev/reclaim-policy';

/** Set by Kubernetes on a volume that it bound itself. Such a volume can become free for every claim. */
export const boundByControllerAnnotation = 'pv.kubernetes.io/bound-by-controller';
