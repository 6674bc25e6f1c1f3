import type { Bodies } from '../../build/contracts.ts';

type Spec = Bodies['platform']['spec'];

/**
 * Where the jobs run that put namespaces to sleep. It is the platform's: a tenant's own namespace may have no quota
 * left for a pod, refuse the image, or let none reach the API server.
 */
export const hibernationNamespace = 'leasehold-hibernation';

export interface HibernationSettings {
  /** Of schedules, by its IANA name. */
  readonly timeZone: string;
  /** Whether what wakes namespaces stays when no supervisor is left. */
  readonly isKept: boolean;
  /** Image with kubectl and a shell. */
  readonly image: string;
}

export function hibernationSettings({ hibernation, images = {} }: Spec): HibernationSettings {
  return {
    timeZone: hibernation?.timeZone ?? 'Etc/UTC',
    isKept: hibernation !== undefined,
    image: images.kubectl ?? 'alpine/k8s:1.30.0',
  };
}
