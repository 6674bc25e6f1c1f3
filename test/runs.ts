const factor = Number(process.env['LAWS'] ?? 1);

/** The number of runs of a property: `npm run laws` multiplies it. */
export function runs(count: number): number {
  return count * factor;
}
