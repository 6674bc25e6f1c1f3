/** A quantity as written in YAML: `500m`, `1Gi` or a number. */
export type Quantity = string | number;

const suffixes: Readonly<Record<string, bigint>> = {
  m: 1n,
  '': 1000n,
  k: 1000n * 1000n,
  M: 1000n * 1000n ** 2n,
  G: 1000n * 1000n ** 3n,
  T: 1000n * 1000n ** 4n,
  P: 1000n * 1000n ** 5n,
  E: 1000n * 1000n ** 6n,
  Ki: 1000n * 1024n,
  Mi: 1000n * 1024n ** 2n,
  Gi: 1000n * 1024n ** 3n,
  Ti: 1000n * 1024n ** 4n,
  Pi: 1000n * 1024n ** 5n,
  Ei: 1000n * 1024n ** 6n,
};

/**
 * A Kubernetes quantity in thousandths of its unit (CPU: millicores, memory: millibytes), rounded up as the API
 * server does. The text must match the schemas' quantity pattern. Source: apimachinery resource.Quantity.
 */
export function milli(quantity: Quantity): bigint {
  const { value, scale } = fractionOf(quantity);
  return (value + scale - 1n) / scale;
}

/** The same rounded down: what may be dealt of an amount that is finer than thousandths. */
export function wholeMilli(quantity: Quantity): bigint {
  const { value, scale } = fractionOf(quantity);
  return value / scale;
}

function fractionOf(quantity: Quantity): { readonly value: bigint; readonly scale: bigint } {
  const found = /^([0-9]+)(?:\.([0-9]+))?(m|k|Ki|[MGTPE]i?)?$/.exec(String(quantity));
  if (!found) throw new TypeError(`not a quantity: ${quantity}`);
  const [, whole = '', fraction = '', suffix = ''] = found;
  return { value: BigInt(whole + fraction) * (suffixes[suffix] as bigint), scale: 10n ** BigInt(fraction.length) };
}

/** A quantity as the API server prints it back: 500m for 0.5 and 1Gi for 1024Mi. */
export function canonical(quantity: Quantity): string {
  return formatMilli(milli(quantity), familyOf(quantity));
}

/** A suffix of powers of 1024 is kept; so is one of powers of 1000, or none. */
export function familyOf(quantity: Quantity): 'binary' | 'decimal' {
  return String(quantity).endsWith('i') ? 'binary' : 'decimal';
}

/**
 * Prints thousandths of a unit as the API server does: the largest suffix that leaves a whole number, so that what is
 * read back does not differ. Binary suffixes only when asked for.
 */
export function formatMilli(value: bigint, family: 'binary' | 'decimal'): string {
  if (value === 0n) return '0';
  const own =
    family === 'binary' ? ['Ei', 'Pi', 'Ti', 'Gi', 'Mi', 'Ki', '', 'm'] : ['E', 'P', 'T', 'G', 'M', 'k', '', 'm'];
  const suffix = own.find((one) => value % (suffixes[one] as bigint) === 0n) as string;
  return `${value / (suffixes[suffix] as bigint)}${suffix}`;
}
