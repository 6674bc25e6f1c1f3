/** A rate limit for each key, such as a person or an address: a token bucket. */
export interface Allowances {
  /** Seconds until the key has one unit again; 0 if it has one now. */
  readonly wait: (key: string) => number;
  readonly use: (key: string, units: number) => void;
}

export interface Rate {
  /** The maximum number of units of a key. */
  readonly max: number;
  /** The number of units that a key regains per second. */
  readonly perSecond: number;
}

/**
 * The maximum number of stored keys. Above it, the key that was used longest ago is dropped, so it has its full allowance
 * again.
 */
const maxKeys = 50_000;

interface Entry {
  readonly left: number;
  readonly at: number;
}

/** `now` is in milliseconds. */
export function openAllowances({ max, perSecond }: Rate, now: () => number): Allowances {
  const entries = new Map<string, Entry>();
  const leftOf = (key: string) => {
    const { left, at } = entries.get(key) ?? { left: max, at: 0 };
    return Math.min(max, left + (Math.max(0, now() - at) / 1000) * perSecond);
  };
  return {
    wait: (key) => Math.ceil(Math.max(0, 1 - leftOf(key)) / perSecond),
    use: (key, units) => {
      const left = leftOf(key) - units;
      entries.delete(key);
      entries.set(key, { left, at: now() });
      const [oldest] = entries.keys();
      if (entries.size > maxKeys && oldest !== undefined) entries.delete(oldest);
    },
  };
}
