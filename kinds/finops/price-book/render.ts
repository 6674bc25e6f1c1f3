import { type Emit, emit } from '../../../core/print/shape.ts';
import { pricingText } from '../../../cost/opencost.ts';
import type { ResolvedBook } from './resolve.ts';

/** The pricing document, with the name that the operator uses [sources: finops-2]. */
export function render({ namespace, pricing }: ResolvedBook): readonly Emit[] {
  if (!pricing) return [];
  const name = 'finops-operator-custom-pricing-configs';
  const data = { 'default.json': pricingText(pricing) };
  return [emit('config-map', { name, namespace, labels: {}, annotations: {}, data })];
}
