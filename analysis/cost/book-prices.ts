import type { Catalogue } from '../../cost/catalogue.ts';
import type { Meter } from '../../cost/meters.ts';
import type { PriceList } from './price-list.ts';

/** The hours of a month of average length. */
const hours = 730;

/** The quota resource that limits what a meter measures. No quota limits network traffic. */
const limitedBy: readonly (readonly [Meter, string])[] = [
  ['cpuHour', 'requests.cpu'],
  ['ramGbHour', 'requests.memory'],
  ['pvGbHour', 'requests.storage'],
  ['gpuHour', 'requests.nvidia.com/gpu'],
];

/** The prices of a price book for a month of use. */
export function bookPrices({ currency, rates }: Catalogue): PriceList {
  const prices = limitedBy.flatMap(([meter, name]) => {
    const rate = rates[meter];
    return rate === undefined ? [] : [[name, Number(rate) * hours] as const];
  });
  return { currency, period: 'month', prices: new Map(prices) };
}
