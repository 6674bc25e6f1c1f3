/** Tells how long something took: numbers for the documentation, of a machine that has little to spare. */
export function report(what: string, start: number): void {
  console.log(`\n  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
