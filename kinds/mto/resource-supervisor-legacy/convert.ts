import type { Bodies } from '../../../build/contracts.ts';
import type { Converted } from '../../../core/kind/conversion.ts';

/** Only group and kind changed [sources: mto-19]. */
export function convert({ metadata, spec }: Bodies['mto-resource-supervisor-legacy']): readonly Converted[] {
  const apiVersion = 'hibernation.stakater.com/v1beta1';
  const body = { apiVersion, kind: 'ClusterResourceSupervisor', metadata, spec };
  return [{ kind: 'mto-cluster-resource-supervisor', body, moved: [] }];
}
