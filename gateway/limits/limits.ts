import { fail } from '../response/problem.ts';
import { type Allowances, openAllowances } from './allowances.ts';
import { type Bodies, ofRequests, ofResponses, openBodies, unlimitedBodies } from './bodies.ts';

/** Limits on the requests, time and memory of each person and address. They keep the gateway available to others. */
export interface Limits {
  /** Sign-ins by address. */
  readonly signIns: Allowances;
  /** Previews and simulations, by person. */
  readonly previews: Allowances;
  /** By person. */
  readonly proposals: Allowances;
  /** Previews, simulations and proposals together, by address. */
  readonly fromAddress: Allowances;
  /** Milliseconds of thread time, by person, for example for renders. */
  readonly time: Allowances;
  /** Bytes of request bodies in memory. */
  readonly bodies: Bodies;
  /** Characters of large responses in memory. */
  readonly responses: Bodies;
}

export function openLimits(now: () => number): Limits {
  return {
    signIns: openAllowances({ max: 60, perSecond: 1 }, now),
    previews: openAllowances({ max: 120, perSecond: 2 }, now),
    proposals: openAllowances({ max: 30, perSecond: 0.1 }, now),
    fromAddress: openAllowances({ max: 1200, perSecond: 20 }, now),
    time: openAllowances({ max: 30_000, perSecond: 300 }, now),
    bodies: openBodies(ofRequests),
    responses: openBodies(ofResponses),
  };
}

const unlimited: Allowances = { wait: () => 0, use: () => {} };

/** Sets no limits, for a gateway with a single user. */
export const noLimits: Limits = {
  signIns: unlimited,
  previews: unlimited,
  proposals: unlimited,
  fromAddress: unlimited,
  time: unlimited,
  bodies: unlimitedBodies,
  responses: unlimitedBodies,
};

/** Fails with 429 if the key has no unit left. */
export function requireUnit(allowances: Allowances, key: string): void {
  const seconds = allowances.wait(key);
  if (seconds > 0) fail(429, undefined, { headers: { 'retry-after': String(seconds) } });
}

/** Uses a unit, or fails with 429. */
export function useUnit(allowances: Allowances, key: string): void {
  requireUnit(allowances, key);
  allowances.use(key, 1);
}

/**
 * Counts the time until a function returns, because the thread answers no other request meanwhile. If the function returns a
 * promise, the time until it settles is not counted, for example while the forge responds.
 */
export function timed<T>(subject: string, { time }: Limits, run: () => T): T {
  requireUnit(time, subject);
  const started = performance.now();
  try {
    return run();
  } finally {
    time.use(subject, performance.now() - started);
  }
}
