import type { Bodies } from '../../build/contracts.ts';

type Spec = Bodies['platform']['spec'];

/**
 * The namespace of the jobs that put namespaces to sleep. They run in a platform namespace because a tenant's namespace
 * might have no quota left, reject the image or block access to the API server.
 */
export const hibernationNamespace = 'leasehold-hibernation';

/** The name of the jobs' ServiceAccount and of their script. The account has permissions only where it is bound. */
export const hibernationAccount = 'hibernation';
/** The name of the role for sleeping and waking workloads, and of its bindings. */
export const hibernationRole = 'leasehold-hibernation';

/** An annotation that excludes a workload or a namespace from hibernation. */
export const hibernationExclusion = 'hibernation.stakater.com/exclude';

export interface HibernationSettings {
  /** The IANA time zone of schedules. */
  readonly timeZone: string;
  /** Namespaces without a tenant that supervisors can name, with the AppProject that deploys to them. */
  readonly external: NonNullable<NonNullable<Spec['hibernation']>['externalNamespaces']>;
  /** Whether the Platform configures hibernation. If so, its shared objects are rendered even without supervisors. */
  readonly isConfigured: boolean;
  /** An image with kubectl and a shell. */
  readonly image: string;
}

export function hibernationSettings({ hibernation, images = {} }: Spec): HibernationSettings {
  return {
    timeZone: hibernation?.timeZone ?? 'Etc/UTC',
    external: hibernation?.externalNamespaces ?? [],
    isConfigured: hibernation !== undefined,
    image: images.kubectl ?? 'alpine/k8s:1.30.0',
  };
}
