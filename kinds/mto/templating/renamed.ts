import type { KindId } from '../../../build/contracts.ts';
import type { Convert } from '../../../core/kind/conversion.ts';

/** Converts kinds that moved to the Template Operator with unchanged fields [sources: mto-19]. */
export function renamed(to: KindId, kind: string): Convert<object> {
  return (body) => [{ kind: to, body: { ...body, apiVersion: 'templates.stakater.com/v1alpha1', kind }, moved: [] }];
}
