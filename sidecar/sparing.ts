/** How many times longer than the last computation its result is used. */
const pause = 20;

/**
 * Returns a function that computes a page at most 5% of the time, because every pod can request the page in a cluster that does
 * not enforce NetworkPolicies. `now` is in milliseconds.
 */
export function sparing(compute: () => string, now: () => number): () => string {
  let [text, until] = ['', Number.NEGATIVE_INFINITY];
  return () => {
    const start = now();
    if (start < until) return text;
    text = compute();
    const end = now();
    until = end + (end - start) * pause;
    return text;
  };
}
