import type { Labels } from '../../../templates/views.ts';
import type { Rates } from './active-book.ts';

/** The pricing document of OpenCost for a price book. It has no empty values [sources: finops-2]. */
export function openCostPricing({ currency, rates }: { readonly currency: string; readonly rates: Rates }): Labels {
  const network = orZero(rates.networkGiB);
  return {
    provider: 'custom',
    description: `Prices in ${currency}`,
    CPU: orZero(rates.cpuHour),
    spotCPU: orZero(rates.spotCPUHour),
    RAM: orZero(rates.ramGbHour),
    spotRAM: orZero(rates.spotRAMGbHour),
    GPU: orZero(rates.gpuHour),
    storage: orZero(rates.pvGbHour),
    zoneNetworkEgress: network,
    regionNetworkEgress: network,
    internetNetworkEgress: network,
  };
}

function orZero(rate: string | undefined): string {
  return rate === undefined || rate === '' ? '0' : rate;
}
