import type { Instant } from './instant.ts';
import { addQuantities, byMeter, noQuantities, type Quantities } from './meters.ts';

/** The usage in an hour of one pod, or of volumes that are not measured with a pod. */
export interface Usage {
  /** Empty for a namespace without a tenant. */
  readonly tenant: string;
  readonly namespace: string;
  /**
   * The controller: `Deployment` and its name. Empty for a pod without one. For volumes without a pod: `PersistentVolumeClaim`
   * and its name, or `PersistentVolume` and `(unmounted)` if the source only has their sum.
   */
  readonly kind: string;
  readonly name: string;
  readonly pod: string;
  readonly quantities: Quantities;
}

/** The usage of a cluster in an hour, and the capacity of its nodes. */
export interface HourUsage {
  readonly hour: Instant;
  /** Minutes of the hour with data. */
  readonly minutes: number;
  readonly usages: readonly Usage[];
  readonly capacity: Quantities;
  /** Whether pods have usage, but no namespace has a tenant label. Usually, the source does not export the label. */
  readonly isUnlabeled?: boolean;
}

/**
 * Removes invalid names. Kubernetes accepts any text as the name and kind of a pod's owner. A text that a database cannot store
 * or index would prevent the hour from being stored for all tenants.
 */
export function withValidNames({ kind, name, ...usage }: Usage): Usage {
  const hasOwner = isName(kind) && isName(name);
  return {
    ...usage,
    tenant: isName(usage.tenant) ? usage.tenant : '',
    namespace: isName(usage.namespace) ? usage.namespace : '',
    kind: hasOwner ? kind : '',
    name: hasOwner ? name : '',
    pod: isName(usage.pod) ? usage.pod : '',
  };
}

/** Whether a text has 1 to 253 printable ASCII characters and no space, like every valid name of a pod or namespace. */
function isName(text: string): boolean {
  return /^[\x21-\x7e]{1,253}$/.test(text);
}

/** Capacity that no pod used. Idle capacity is never negative, even if usage exceeds capacity. */
export function idleOf({ usages, capacity }: Pick<HourUsage, 'usages' | 'capacity'>): Quantities {
  const used = usages.reduce((sum, { quantities }) => addQuantities(sum, quantities), noQuantities);
  return byMeter((meter) => (capacity[meter] > used[meter] ? capacity[meter] - used[meter] : 0n));
}
