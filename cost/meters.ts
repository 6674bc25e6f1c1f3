import { divideHalfEven, type Micros, pricesPerMicro, type UnitPrice } from './money.ts';

/** The resources that are measured and priced, with their names in an Offering [sources: finops-3]. */
export const meters = ['cpuHour', 'gpuHour', 'ramGbHour', 'pvGbHour', 'networkGb'] as const;
export type Meter = (typeof meters)[number];

/**
 * Quantities are integers: millionths of a core-hour and of a GPU-hour, byte-hours of memory and of volumes, and bytes
 * of network traffic.
 */
export type Quantities = Readonly<Record<Meter, bigint>>;

/** The price of a unit of each meter. Null if the price book has none: the quantity is then listed without a cost. */
export type UnitPrices = Readonly<Record<Meter, UnitPrice | null>>;

const millionths = 1_000_000n;
const gibi = 2n ** 30n;

/** How many of a quantity make up a priced unit: a core-hour, a GPU-hour, a GiB-hour or a GiB. */
export const perUnit: Quantities = {
  cpuHour: millionths,
  gpuHour: millionths,
  ramGbHour: gibi,
  pvGbHour: gibi,
  networkGb: gibi,
};

export const noQuantities: Quantities = { cpuHour: 0n, gpuHour: 0n, ramGbHour: 0n, pvGbHour: 0n, networkGb: 0n };

/** A record with a value for each meter. */
export function byMeter<Value>(of: (meter: Meter) => Value): Readonly<Record<Meter, Value>> {
  return {
    cpuHour: of('cpuHour'),
    gpuHour: of('gpuHour'),
    ramGbHour: of('ramGbHour'),
    pvGbHour: of('pvGbHour'),
    networkGb: of('networkGb'),
  };
}

export function addQuantities(one: Quantities, other: Quantities): Quantities {
  return byMeter((meter) => one[meter] + other[meter]);
}

export function isNothing(quantities: Quantities): boolean {
  return meters.every((meter) => quantities[meter] === 0n);
}

/** The cost of a row, computed exactly and rounded once, half to even. */
export function costOf(quantities: Quantities, prices: UnitPrices): Micros {
  const exact = meters.reduce((sum, meter) => {
    const scale = (millionths * gibi) / perUnit[meter];
    return sum + quantities[meter] * (prices[meter] ?? 0n) * scale;
  }, 0n);
  return divideHalfEven(exact, millionths * gibi * pricesPerMicro);
}

/** The meters with usage but without a price. */
export function unpricedMeters(quantities: Quantities, prices: UnitPrices): readonly Meter[] {
  return meters.filter((meter) => quantities[meter] > 0n && prices[meter] === null);
}
