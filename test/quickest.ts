import * as assert from 'uvu/assert';

/** Other processes can only add time, so a later round can show that an earlier one was disturbed. */
const rounds = 5;

/** The shortest time of a few rounds. Stops after the first round within the limit. */
export async function quickest(limit: number, round: () => number | Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let index = 0; index < rounds && best > limit; index++) best = Math.min(best, await round());
  return best;
}

/**
 * Asserts that a function needs at most the given number of milliseconds of processor time in one of a few rounds. Other
 * processes hardly affect that time.
 */
export function needsAtMost(limit: number, run: () => void, what = ''): void {
  let best = Number.POSITIVE_INFINITY;
  for (let index = 0; index < rounds && best > limit; index++) best = Math.min(best, processorTimeOf(run));
  assert.ok(best <= limit, `${what} ${best} ms of CPU, at most ${limit} ms`.trim());
}

function processorTimeOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
