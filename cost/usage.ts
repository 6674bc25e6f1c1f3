import type { Instant } from './instant.ts';
import { addQuantities, byMeter, noQuantities, type Quantities } from './meters.ts';

/** What one pod, or a volume that is in no pod, used in an hour. */
export interface Usage {
  /** Empty for a namespace without a tenant. */
  readonly tenant: string;
  readonly namespace: string;
  /** The controller: `Deployment` and its name. Empty for a pod without one. */
  readonly kind: string;
  readonly name: string;
  readonly pod: string;
  readonly quantities: Quantities;
}

/** What a cluster used in an hour, and what its nodes could have provided. */
export interface HourUsage {
  readonly hour: Instant;
  /** Minutes of the hour for which there is data. */
  readonly minutes: number;
  readonly usages: readonly Usage[];
  readonly capacity: Quantities;
}

/** What no pod used. More use than capacity is not negative idle. */
export function idleOf({ usages, capacity }: Pick<HourUsage, 'usages' | 'capacity'>): Quantities {
  const used = usages.reduce((sum, { quantities }) => addQuantities(sum, quantities), noQuantities);
  return byMeter((meter) => (capacity[meter] > used[meter] ? capacity[meter] - used[meter] : 0n));
}
