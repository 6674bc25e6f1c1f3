/** An allowance for each key, such as a person or an address. Use lowers it, and time restores it. */
export interface Allowances {
  /** Seconds until the key has one unit again; 0 if it has one now. */
  readonly wait: (key: string) => number;
  readonly use: (key: string, units: number) => void;
}

export interface Rate {
  /** The units of a key that used none for long. */
  readonly most: number;
  /** The units that a key gets back in a second. */
  readonly perSecond: number;
}

/** Keys that are kept. Above it, the key that was used longest ago has its full allowance again. */
const maxKeys = 50_000;

interface Entry {
  readonly left: number;
  readonly at: number;
}

/** `now` is in milliseconds. */
export function openAllowances({ most, perSecond }: Rate, now: () => number): Allowances {
  const entries = new Map<string, Entry>();
  const leftOf = (key: string) => {
    const { left, at } = entries.get(key) ?? { left: most, at: 0 };
    return Math.min(most, left + (Math.max(0, now() - at) / 1000) * perSecond);
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
