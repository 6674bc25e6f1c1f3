export interface Tally {
  passed: number;
  failed: number;
}

/** What ran so far. uvu exits 0 when nothing ran, so the runner reads this and not uvu's exit code. */
export const tally: Tally = { passed: 0, failed: 0 };
