/** Prints a duration, which the documentation can cite. */
export function report(what: string, start: number): void {
  console.log(`\n  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
