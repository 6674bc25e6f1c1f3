import type { Status } from '../../core/kind.ts';

/** Provisioned: rendered. Running is for the cluster to say [tenancy-kinds 1.6]. */
export function status(): Status {
  return { phase: 'Provisioned' };
}
