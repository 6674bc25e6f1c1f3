import { readQuantity } from '../../kubernetes/quantity.ts';

/** The usage of quotas in a cluster, by the `namespace/name` of the quota. */
export type QuotaUse = Readonly<Record<string, UsedAmounts>>;

/** By resource: `requests.cpu`. */
type UsedAmounts = Readonly<Record<string, UsedAmount>>;

export interface UsedAmount {
  readonly used: string;
  /** The used share of the quota that the cluster enforces, where 1 is all of it; 0 if the quota is 0 or unknown. */
  readonly share: number;
}

type Amounts = Readonly<Record<string, unknown>>;

/** The usage of a quota, from its status. */
export function quotaUseOf(hard: Amounts, used: Amounts): UsedAmounts {
  const amount = (value: unknown) => Number(readQuantity(String(value)) ?? 0n);
  return Object.fromEntries(
    Object.entries(used).map(([resource, value]) => {
      const max = amount(hard[resource]);
      return [resource, { used: String(value), share: max === 0 ? 0 : amount(value) / max }];
    }),
  );
}
