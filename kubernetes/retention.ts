/**
 * On a PersistentVolumeClaim, or on a StatefulSet for the claims that it creates: whether the volume outlives the claim. On a
 * Namespace, `prune` means that volumes do not outlive the namespace.
 */
export const volumesAnnotation = 'leasehold.dev/volumes';

/** The finalizer of a claim whose volume leasehold retains. */
export const volumeFinalizer = 'leasehold.dev/volume';

/** On a retained volume: its claim, as `namespace/name`. */
export const claimAnnotation = 'leasehold.dev/claim';

/** On a retained volume: its former reclaim policy. */
export const reclaimPolicyAnnotation = 'leasehold.dev/reclaim-policy';

/** Set by Kubernetes on a volume that it bound itself. Such a volume can become free for every claim. */
export const boundByControllerAnnotation = 'pv.kubernetes.io/bound-by-controller';
