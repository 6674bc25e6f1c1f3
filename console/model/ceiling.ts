import type { Manifest } from '../../core/print/manifest.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import type { Meter } from '../../cost/meters.ts';
import { unitPriceOf } from '../../cost/money.ts';
import { mappingAt, type Tree } from '../../data/tree.ts';
import { milli } from '../../kubernetes/quantity.ts';
import { readObject } from '../../yaml/read-yaml.ts';

/** The highest cost that quotas allow in a month of 730 hours, in units of the currency. */
export interface Ceiling {
  readonly amount: number;
  readonly currency: string;
}

const hours = 730;
const gibi = 1024 ** 3;

/** The meters that quotas limit, with the resources of quotas. The first one that a quota contains is used. */
const priced: readonly { readonly meter: Meter; readonly names: readonly string[]; readonly unit: number }[] = [
  { meter: 'cpuHour', names: ['requests.cpu', 'cpu'], unit: 1 },
  { meter: 'ramGbHour', names: ['requests.memory', 'memory'], unit: gibi },
  { meter: 'pvGbHour', names: ['requests.storage'], unit: gibi },
  { meter: 'gpuHour', names: ['requests.nvidia.com/gpu'], unit: 1 },
];

const quotaKinds: ReadonlySet<string> = new Set(['ResourceQuota', 'ClusterResourceQuota']);

/** The ceiling of a tenant's quotas; undefined without prices, or if no quota limits a priced resource. */
export function ceilingOf(objects: readonly Manifest[], catalogue: Catalogue | undefined): Ceiling | undefined {
  if (!catalogue) return undefined;
  const quotas = objects.filter(({ id }) => quotaKinds.has(id.kind));
  const costs = quotas.flatMap(({ text }) => quotaCosts(readObject(text), catalogue));
  if (costs.length === 0) return undefined;
  return { amount: costs.reduce((sum, cost) => sum + cost, 0), currency: catalogue.currency };
}

function quotaCosts(quota: unknown, { rates }: Catalogue): readonly number[] {
  const hard: Tree = { ...mappingAt(quota, 'spec', 'quota', 'hard'), ...mappingAt(quota, 'spec', 'hard') };
  return priced.flatMap(({ meter, names, unit }) => {
    const name = names.find((one) => hard[one] !== undefined);
    const rate = rates[meter];
    if (name === undefined || rate === undefined) return [];
    return [(Number(unitPriceOf(rate) ?? 0n) / 1e12) * hours * (quantityOf(hard[name]) / unit)];
  });
}

/**
 * A Kubernetes quantity such as `0.5`, `500m` or `8Gi` as a number. 0 for any other text, even if it is a quantity: with a sign,
 * an exponent, the suffix `n` or `u`, or no digit on one side of the decimal point.
 */
export function quantityOf(value: unknown): number {
  const text = String(value);
  return /^[0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?$/.test(text) ? Number(milli(text)) / 1000 : 0;
}
