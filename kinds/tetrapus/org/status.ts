import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedOrg } from './resolve.ts';

/** Provisioned: rendered. Running is for the cluster to say [tenancy-kinds 1.6]. */
export function status({ database, namespace, placement }: ResolvedOrg): Status {
  const phase = 'Provisioned';
  const named = placement === 'own' && database.at === 'secret';
  return named ? { phase, requiredSecrets: [`${namespace}/${database.name}`] } : { phase };
}
