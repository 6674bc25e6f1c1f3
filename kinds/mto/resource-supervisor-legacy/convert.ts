import type { Converted } from '../../../core/kind/conversion.ts';
import type { BodyOf } from '../../../core/kind/kind.ts';

/** Only group and kind have changed [mto 4]. */
export function convert({ metadata, spec }: BodyOf<'mto-resource-supervisor-legacy'>): readonly Converted[] {
  const apiVersion = 'hibernation.stakater.com/v1beta1';
  const body = { apiVersion, kind: 'ClusterResourceSupervisor', metadata, spec };
  return [{ kind: 'mto-cluster-resource-supervisor', body, moved: [] }];
}
