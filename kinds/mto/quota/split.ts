import { compare } from '../../../data/order.ts';
import { familyOf, formatMilli, milliRoundedDown, type Quantity } from '../../../kubernetes/quantity.ts';

/** A recipient of a share of a quota: an exact share, or a share of the remainder by weight. */
export interface QuotaRecipient {
  readonly name: string;
  /** An integer. With 0, the recipient gets nothing of the remainder. */
  readonly weight: bigint;
  /** Exact shares by resource, in thousandths. They do not depend on the weight. */
  readonly exact: Readonly<Record<string, bigint>>;
}

type Amounts = Readonly<Record<string, string>>;

/** The shares of each recipient by resource, and the resources whose exact shares exceed the total. */
export interface QuotaSplit {
  readonly shares: ReadonlyMap<string, Amounts>;
  readonly excess: readonly { readonly resource: string; readonly exact: string; readonly total: string }[];
}

/**
 * Splits a quota. The shares of a resource exceed its total only if the exact shares do. Splits the remainder after the exact
 * shares by weight, in multiples of the largest unit that suits the total. Leftover units go to the largest remainders. Ties are
 * broken by the larger weight, then by name.
 */
export function splitQuota(
  hard: Readonly<Record<string, Quantity>>,
  recipients: readonly QuotaRecipient[],
): QuotaSplit {
  const shares = new Map<string, Record<string, string>>(recipients.map(({ name }) => [name, {}]));
  const excess: QuotaSplit['excess'][number][] = [];
  for (const [resource, quantity] of Object.entries(hard)) {
    const total = milliRoundedDown(quantity);
    const exact = sum(recipients.map((recipient) => exactOf(recipient, resource) ?? 0n));
    const family = familyOf(quantity);
    if (exact > total) {
      excess.push({ resource, exact: formatMilli(exact, family), total: formatMilli(total, family) });
    }
    const weighted = recipients.filter((recipient) => exactOf(recipient, resource) === undefined);
    const parts = splitByWeight(
      exact > total ? 0n : total - exact,
      weighted,
      unitOf(resource, quantity, weighted.length),
    );
    for (const recipient of recipients) {
      const part = exactOf(recipient, resource) ?? parts.get(recipient.name) ?? 0n;
      (shares.get(recipient.name) as Record<string, string>)[resource] = formatMilli(part, family);
    }
  }
  return { shares, excess };
}

function exactOf({ exact }: QuotaRecipient, resource: string): bigint | undefined {
  return Object.hasOwn(exact, resource) ? exact[resource] : undefined;
}

/** Splits by largest remainder. An amount below one unit is not assigned. Empty if all weights are 0. */
function splitByWeight(
  total: bigint,
  recipients: readonly QuotaRecipient[],
  unit: bigint,
): ReadonlyMap<string, bigint> {
  const weights = sum(recipients.map(({ weight }) => weight));
  if (weights === 0n) return new Map();
  const units = total / unit;
  const parts = recipients.map(({ name, weight }) => ({
    name,
    weight,
    whole: (units * weight) / weights,
    rest: (units * weight) % weights,
  }));
  let left = units - sum(parts.map(({ whole }) => whole));
  const ranked = parts.toSorted(
    (a, b) => Number(b.rest - a.rest) || Number(b.weight - a.weight) || compare(a.name, b.name),
  );
  return new Map(ranked.map(({ name, whole }) => [name, (whole + (left-- > 0n ? 1n : 0n)) * unit]));
}

const thousandth = 1n;
const one = 1000n;
const bytes = [one * 1024n ** 2n, one * 1000n ** 2n, one * 1024n, one * 1000n];

/**
 * Thousandths for CPU, and one for counts. For sizes, the largest unit that divides the total and is small enough to split,
 * otherwise one byte.
 */
function unitOf(resource: string, quantity: Quantity, recipients: number): bigint {
  if (/(?:^|\.)cpu$/.test(resource)) return thousandth;
  if (isCount(resource)) return one;
  const total = milliRoundedDown(quantity);
  const fine = BigInt(Math.max(1, recipients)) * 64n;
  return bytes.find((unit) => total % unit === 0n && total / unit >= fine) ?? one;
}

/** Whether a resource is a count, unlike cores or bytes. */
export function isCount(resource: string): boolean {
  return !/(?:^|[./])(?:cpu|memory|storage|ephemeral-storage|hugepages-[^.]*)$/.test(resource);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
