import { type Emit, emit } from '../../../core/print/shape.ts';
import { catalogueText } from '../../../cost/catalogue.ts';
import { pricingText } from '../../../cost/opencost.ts';
import { catalogueName } from '../terms/catalogue.ts';
import type { ResolvedBook } from './resolve.ts';

/** The pricing document under the operator's name for it, and what the showback job reads [sources: finops-2]. */
export function render({ namespace, catalogue, pricing }: ResolvedBook): readonly Emit[] {
  const meta = { namespace, labels: {}, annotations: {} };
  const pricings = pricing
    ? [
        emit('config-map', {
          ...meta,
          name: 'finops-operator-custom-pricing-configs',
          data: { 'default.json': pricingText(pricing) },
        }),
      ]
    : [];
  if (!catalogue) return pricings;
  const data = { 'catalogue.json': catalogueText(catalogue) };
  return [...pricings, emit('config-map', { ...meta, name: catalogueName, data })];
}
