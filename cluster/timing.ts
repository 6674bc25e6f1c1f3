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

const shortest = 100;
const longest = 30_000;

/**
 * Milliseconds to wait before attempt `attempt` + 1, where 0 is the first attempt. The bound doubles with each attempt, up to 30
 * seconds. The delay is a random part of it, at least half, so that replicas do not retry at the same time.
 */
export function backoff(attempt: number, { random }: Timing): number {
  const bound = Math.min(longest, shortest * 2 ** Math.min(attempt, 20));
  return bound / 2 + (random() * bound) / 2;
}
