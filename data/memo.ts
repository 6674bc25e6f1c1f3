/** A function that computes its result once for each argument, and keeps it as long as the argument exists. */
export function memo<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const known = new WeakMap<Argument, { readonly result: Result }>();
  return (argument) => {
    const entry = known.get(argument) ?? { result: compute(argument) };
    known.set(argument, entry);
    return entry.result;
  };
}
