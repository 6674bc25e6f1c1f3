import type { ShowbackSettings } from '../../../core/settings/showback.ts';

/** The Secret in which the FinOps operator stores the address of OpenCost [sources: finops-6]. */
export const openCostSecret = { name: 'finops-operator-opencost-config', key: 'OPENCOST_CONNECTION_STRING' };

export function namesSource({ opencost, prometheus }: ShowbackSettings): boolean {
  return opencost !== undefined || prometheus !== undefined;
}
