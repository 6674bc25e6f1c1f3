/**
 * Whether two values have equal contents in the same order. Functions, and objects other than plain data, Maps and Sets, are
 * equal only to themselves.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const type = Object.getPrototypeOf(a);
  if (type !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Map && b instanceof Map) return areListsEqual([...a].flat(), [...b].flat());
  if (a instanceof Set && b instanceof Set) return areListsEqual([...a], [...b]);
  if (Array.isArray(a) && Array.isArray(b)) return areListsEqual(a, b);
  return type === Object.prototype && areObjectsEqual(a as Fields, b as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

function areListsEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
}

/** The order of the fields counts, because code can depend on it. */
function areObjectsEqual(a: Fields, b: Fields): boolean {
  const [left, right] = [Object.keys(a), Object.keys(b)];
  return left.length === right.length && left.every((key, index) => key === right[index] && isEqual(a[key], b[key]));
}
