import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { unitPriceOf } from '../../../cost/money.ts';
import type { Labels } from '../../../templates/views.ts';

type Spec = NonNullable<Resource<'mto-integration-config'>['body']['spec']>;
type Components = NonNullable<Spec['components']>;

const prices = ['CPU', 'spotCPU', 'RAM', 'spotRAM', 'GPU', 'storage'].concat([
  'zoneNetworkEgress',
  'regionNetworkEgress',
  'internetNetworkEgress',
]);

/** The pricing document of OpenCost with the prices of an IntegrationConfig. Undefined if it sets none. */
export function customPricing({ showbackOpts, customPricingModel }: Components, report: Report): Labels | undefined {
  if (showbackOpts?.custom) return checked(showbackOpts.custom as Labels, ['showbackOpts', 'custom'], report);
  return customPricingModel && checked(customPricingModel as Labels, ['customPricingModel'], report);
}

/** An empty string means the same as an absent price [sources: mto-34]. */
function checked(all: Labels, field: readonly string[], report: Report): Labels {
  const path = ['spec', 'components', ...field];
  const given = Object.fromEntries(Object.entries(all).filter(([, price]) => price !== ''));
  for (const [name, price] of Object.entries(given)) {
    if (!prices.includes(name) || unitPriceOf(price) !== undefined) continue;
    const message = `${name} is ${JSON.stringify(price)}, which OpenCost cannot read as a price`;
    report('risky-value', [...path, name], message, { fix: 'write a number, such as "0.031"' });
  }
  const message = 'only OpenCost uses these prices; bills use the rates of a PriceBook';
  report('risky-value', path, message, {
    fix: 'to change bills, set the rates in a PriceBook of finops.stakater.com/v1alpha1',
  });
  return { provider: 'custom', ...given };
}
