import { readQuantity } from '../../kubernetes/quantity.ts';

/** What namespaces use of their quotas in a cluster, by `namespace/name`. */
export type QuotaUse = Readonly<Record<string, UsedAmounts>>;

/** By resource: `requests.cpu`. */
type UsedAmounts = Readonly<Record<string, UsedAmount>>;

export interface UsedAmount {
  readonly used: string;
  /** The part of the quota that the cluster enforces, from 0. */
  readonly share: number;
}

type Amounts = Readonly<Record<string, unknown>>;

/** The use of a quota, from its status. */
export function quotaUseOf(hard: Amounts, used: Amounts): UsedAmounts {
  const amount = (value: unknown) => Number(readQuantity(String(value)) ?? 0n);
  return Object.fromEntries(
    Object.entries(used).map(([resource, value]) => {
      const max = amount(hard[resource]);
      return [resource, { used: String(value), share: max === 0 ? 0 : amount(value) / max }];
    }),
  );
}
