import { setTimeout as sleepFor } from 'node:timers/promises';

/** The clock and the random numbers that retries depend on. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number that is at least 0 and less than 1. */
  readonly random: () => number;
  /** Waits for a number of milliseconds, or until the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const realTiming: Timing = {
  now: Date.now,
  random: Math.random,
  sleep: (milliseconds, signal) => sleepFor(milliseconds, undefined, { signal }).catch(() => undefined),
};

/** The maximum delay after the first attempt, in milliseconds. */
const firstBound = 100;

/** The maximum delay after any attempt, in milliseconds. */
const lastBound = 30_000;

/**
 * Returns how many milliseconds to wait after a failed attempt, counted from 0. The maximum delay doubles with each attempt. The
 * delay is a random number between half of the maximum and the maximum, so that replicas do not retry at the same time.
 */
export function backoff(attempt: number, { random }: Timing): number {
  const bound = Math.min(lastBound, firstBound * 2 ** Math.min(attempt, 20));
  return bound / 2 + (random() * bound) / 2;
}
