/** A function that computes its result on the first call and keeps it. */
export function once<T extends object>(compute: () => T): () => T {
  let result: T | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}
