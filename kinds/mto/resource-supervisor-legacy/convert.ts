import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf } from '../../../core/kind/conversion.ts';

/** Only group and kind changed [sources: mto-19]. */
export function convert({ metadata, spec }: Bodies['mto-resource-supervisor-legacy']): readonly Converted[] {
  return [documentOf('mto-cluster-resource-supervisor', { metadata, spec })];
}
