import { fail } from '../response/problem.ts';
import { type Allowances, openAllowances } from './allowances.ts';

/** What a person or an address may use of the gateway, so that one cannot keep it from serving others. */
export interface Limits {
  /** Sign-ins by address. */
  readonly signIns: Allowances;
  /** Previews and proposals by person, and those of everybody behind an address. */
  readonly previews: Allowances;
  readonly proposals: Allowances;
  readonly fromAddress: Allowances;
  /** Milliseconds by person in which the process can do nothing else, such as renders. */
  readonly time: Allowances;
}

export function openLimits(now: () => number): Limits {
  return {
    signIns: openAllowances({ most: 60, perSecond: 1 }, now),
    previews: openAllowances({ most: 120, perSecond: 2 }, now),
    proposals: openAllowances({ most: 30, perSecond: 0.1 }, now),
    fromAddress: openAllowances({ most: 1200, perSecond: 20 }, now),
    time: openAllowances({ most: 30_000, perSecond: 300 }, now),
  };
}

const unlimited: Allowances = { wait: () => 0, use: () => {} };

/** For a gateway that one person uses. */
export const noLimits: Limits = {
  signIns: unlimited,
  previews: unlimited,
  proposals: unlimited,
  fromAddress: unlimited,
  time: unlimited,
};

/** Fails with 429 if the key has no unit. */
export function requireUnit(allowances: Allowances, key: string): void {
  const seconds = allowances.wait(key);
  if (seconds > 0) fail(429, undefined, { headers: { 'retry-after': String(seconds) } });
}

/** Uses a unit, or fails with 429. */
export function useUnit(allowances: Allowances, key: string): void {
  requireUnit(allowances, key);
  allowances.use(key, 1);
}
