import { compare } from '../../../data/order.ts';
import { familyOf, formatMilli, milliRoundedDown } from '../../../kubernetes/quantity.ts';

/** One who gets a part of a total: by weight of what nobody has a stated share of, or a stated share. */
export interface Sharer {
  readonly name: string;
  /** A whole number; 0 gets nothing. */
  readonly weight: bigint;
  /** What it gets of each resource, in thousandths, whatever its weight. */
  readonly stated: Readonly<Record<string, bigint>>;
}

export type Quantity = string | number;

type Amounts = Readonly<Record<string, string>>;

/** The parts of each sharer, by resource, and the resources of which more is stated than there is. */
export interface Split {
  readonly shares: ReadonlyMap<string, Amounts>;
  readonly overstated: readonly { readonly resource: string; readonly stated: string; readonly total: string }[];
}

/**
 * Deals totals to sharers so that the parts of a resource never add up to more than its total. What nobody has a
 * stated share of is dealt by weight in whole units of the largest grain that suits the total; units that are left go
 * to the largest remainders, then the largest weights, then the first names.
 */
export function split(hard: Readonly<Record<string, Quantity>>, sharers: readonly Sharer[]): Split {
  const shares = new Map<string, Record<string, string>>(sharers.map(({ name }) => [name, {}]));
  const overstated: Split['overstated'][number][] = [];
  for (const [resource, quantity] of Object.entries(hard)) {
    const total = milliRoundedDown(quantity);
    const stated = sum(sharers.map((sharer) => statedOf(sharer, resource) ?? 0n));
    const family = familyOf(quantity);
    if (stated > total) {
      overstated.push({ resource, stated: formatMilli(stated, family), total: formatMilli(total, family) });
    }
    const open = sharers.filter((sharer) => statedOf(sharer, resource) === undefined);
    const dealt = deal(stated > total ? 0n : total - stated, open, grainOf(resource, quantity, open.length));
    for (const sharer of sharers) {
      const part = statedOf(sharer, resource) ?? dealt.get(sharer.name) ?? 0n;
      (shares.get(sharer.name) as Record<string, string>)[resource] = formatMilli(part, family);
    }
  }
  return { shares, overstated };
}

function statedOf({ stated }: Sharer, resource: string): bigint | undefined {
  return Object.hasOwn(stated, resource) ? stated[resource] : undefined;
}

/** Splits by largest remainder. An amount below one grain is assigned to nobody. */
function deal(total: bigint, sharers: readonly Sharer[], grain: bigint): ReadonlyMap<string, bigint> {
  const weights = sum(sharers.map(({ weight }) => weight));
  if (weights === 0n) return new Map();
  const units = total / grain;
  const parts = sharers.map(({ name, weight }) => ({
    name,
    weight,
    whole: (units * weight) / weights,
    rest: (units * weight) % weights,
  }));
  let left = units - sum(parts.map(({ whole }) => whole));
  const ranked = parts.toSorted(
    (a, b) => Number(b.rest - a.rest) || Number(b.weight - a.weight) || compare(a.name, b.name),
  );
  return new Map(ranked.map(({ name, whole }) => [name, (whole + (left-- > 0n ? 1n : 0n)) * grain]));
}

const thousandth = 1n;
const one = 1000n;
const bytes = [one * 1024n ** 2n, one * 1000n ** 2n, one * 1024n, one * 1000n];

/** Thousandths for CPU, and for sizes the largest unit that loses nothing and still deals finely. */
function grainOf(resource: string, quantity: Quantity, sharers: number): bigint {
  if (/(?:^|\.)cpu$/.test(resource)) return thousandth;
  if (isCount(resource)) return one;
  const total = milliRoundedDown(quantity);
  const fine = BigInt(Math.max(1, sharers)) * 64n;
  return bytes.find((grain) => total % grain === 0n && total / grain >= fine) ?? one;
}

/** Whether a resource is counted in whole things, as opposed to cores or bytes. */
export function isCount(resource: string): boolean {
  return !/(?:^|[./])(?:cpu|memory|storage|ephemeral-storage|hugepages-[^.]*)$/.test(resource);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
