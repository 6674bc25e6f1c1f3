/** Measurements of one candidate, one for each round. */
export type Samples = readonly number[];

/**
 * Measures several candidates in rounds, so that a drift of the machine affects all of them equally. Every other round runs
 * backwards. The first round warms the file cache and does not count.
 */
export function interleave<Name extends string>(
  rounds: number,
  tasks: Readonly<Record<Name, () => number>>,
): Readonly<Record<Name, Samples>> {
  const names = Object.keys(tasks) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = tasks[name]();
      if (round > 0) samples[name].push(value);
    }
  }
  return samples;
}

export function median(samples: Samples): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]];
  return (low + high) / 2;
}

/** The median of the ratios of each round, so that anything that slows a whole round cancels out. */
export function ratio(over: Samples, under: Samples): number {
  return median(over.map((value, round) => value / (under[round] as number)));
}

export function spread(samples: Samples): readonly [least: number, most: number] {
  return [Math.min(...samples), Math.max(...samples)];
}
