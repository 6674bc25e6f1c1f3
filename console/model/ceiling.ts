import type { Manifest } from '../../core/print/manifest.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import type { Meter } from '../../cost/meters.ts';
import { unitPriceOf } from '../../cost/money.ts';
import { mappingAt, type Tree } from '../../data/tree.ts';
import { readObject } from '../../yaml/read-yaml.ts';

/** The cost of quotas in a month of 730 hours if they are fully used, in units of the currency. */
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

const quantity = /^\+?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([numk]|[MGTPE]i?|Ki|[eE][+-]?[0-9]+)?$/;
const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/**
 * A Kubernetes quantity such as `0.5`, `500m`, `8Gi` or `1e3` as a number of at most 2^63, the limit of the API server. 0 for any
 * other text, and for a negative quantity.
 */
export function quantityOf(value: unknown): number {
  const [, digits = '0', suffix = ''] = quantity.exec(String(value)) ?? [];
  const power = binary.indexOf(suffix);
  const exponent = suffix in decimal ? `e${decimal[suffix]}` : suffix;
  const amount = power < 0 ? Number(`${digits}${exponent}`) : Number(digits) * 1024 ** power;
  return Math.min(amount, 2 ** 63);
}
