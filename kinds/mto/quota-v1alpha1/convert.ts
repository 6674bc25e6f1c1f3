import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf } from '../../../core/kind/conversion.ts';

/** Moves the fields of a ResourceQuota to their place in v1beta1 [sources: mto-36]. */
export function convert({ metadata, spec }: Bodies['mto-quota-v1alpha1']): readonly Converted[] {
  const moved = [{ now: ['spec', 'resourcequota'], written: ['spec'] }];
  return [documentOf('mto-quota', { metadata, spec: { resourcequota: spec } }, moved)];
}
