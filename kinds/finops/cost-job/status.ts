import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedJob } from './resolve.ts';

/** The job reads Secrets that leasehold does not render: the database, and OpenCost unless the Platform names a source. */
export function status({ namespace, showback }: ResolvedJob): Status {
  const names = [showback.databaseSecret.name, ...(namesSource(showback) ? [] : [openCostSecret.name])];
  return { phase: 'Scheduled', requiredSecrets: names.map((name) => `${namespace}/${name}`) };
}

/** The Secret in which the FinOps operator has the address of OpenCost [sources: finops-6]. */
export const openCostSecret = { name: 'finops-operator-opencost-config', key: 'OPENCOST_CONNECTION_STRING' };

export function namesSource({ opencost, prometheus }: ResolvedJob['showback']): boolean {
  return opencost !== undefined || prometheus !== undefined;
}
