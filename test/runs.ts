/** `npm test` tries a quarter of the random inputs. */
const factor = Number(process.env['LAWS'] ?? 0.25);

/** The number of runs of a property: `npm run laws` multiplies it, and `npm test` divides it. */
export function runs(count: number): number {
  return Math.ceil(count * factor);
}

/** The inputs to try: every nth input, or all of them in `npm run laws`. */
export function tried<T>(all: readonly T[], oneIn: number): readonly T[] {
  return all.filter((_, index) => isTried(index, oneIn));
}

/** A minimum count: `ofAll` in `npm run laws`, which tries all inputs, and `ofPart` otherwise. */
export function atLeast(ofPart: number, ofAll: number): number {
  return factor > 1 ? ofAll : ofPart;
}

/** Whether to try an input, by its index: every nth input, or all of them in `npm run laws`. */
export function isTried(index: number, oneIn: number): boolean {
  return factor > 1 || index % oneIn === 0;
}
