/** The factor for the runs of properties: an eighth in `npm test`, and LAWS in `npm run laws`. */
const factor = Number(process.env['LAWS'] ?? 0.125);

/** Whether tests try all inputs, as in `npm run laws`. */
export const triesAll = factor > 1;

/** The number of runs of a property. */
export function runs(count: number): number {
  return Math.ceil(count * factor);
}

/** The inputs to try: every nth input, or all of them in `npm run laws`. */
export function tried<T>(all: readonly T[], oneIn: number): readonly T[] {
  return all.filter((_, index) => isTried(index, oneIn));
}

/** A minimum count: `ofAll` in `npm run laws`, which tries all inputs, and `ofPart` otherwise. */
export function atLeast(ofPart: number, ofAll: number): number {
  return triesAll ? ofAll : ofPart;
}

/** Whether to try an input, by its index: every nth input, or all of them in `npm run laws`. */
export function isTried(index: number, oneIn: number): boolean {
  return triesAll || index % oneIn === 0;
}
