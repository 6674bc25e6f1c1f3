import type { KindId } from '../../../build/contracts.ts';
import type { Convert } from '../../../core/kind/conversion.ts';

/** The Template Operator took over the kinds of the tenant operator's own group with no field changed [mto 6]. */
export function renamed(to: KindId, kind: string): Convert<object> {
  return (body) => [{ kind: to, body: { ...body, apiVersion: 'templates.stakater.com/v1alpha1', kind }, moved: [] }];
}
