import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedOrg } from './resolve.ts';

/** A rendered Org is Provisioned. Only the cluster shows whether it is Running [sources: tetrapus-7]. */
export function status({ database, namespace, placement }: ResolvedOrg): Status {
  const phase = 'Provisioned';
  const named = placement === 'own' && database.at === 'secret';
  return named ? { phase, requiredSecrets: [`${namespace}/${database.name}`] } : { phase };
}
