/** A quantity as written in YAML: `500m`, `1Gi` or a number. */
export type Quantity = string | number;

/** At most 100 digits on each side of the point, because arithmetic on longer numbers is slow. */
const form = /^([0-9]{1,100})(?:\.([0-9]{1,100}))?(m|k|Ki|[MGTPE]i?)?$/;

/** The factor of each suffix, in thousandths. */
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
 * Converts a Kubernetes quantity to thousandths of its unit (CPU: millicores, memory: millibytes). Rounds up, as the
 * API server does. The schemas check the format. Source: apimachinery resource.Quantity.
 */
export function milli(quantity: Quantity): bigint {
  const { value, scale } = fractionOf(quantity);
  return (value + scale - 1n) / scale;
}

/** Thousandths of a quantity in unvalidated text; undefined if it is not a quantity in this notation. */
export function readQuantity(text: string): bigint | undefined {
  return form.test(text) ? milli(text) : undefined;
}

/** Like `milli`, but rounds down: parts that add up to the result never exceed the quantity. */
export function milliRoundedDown(quantity: Quantity): bigint {
  const { value, scale } = fractionOf(quantity);
  return value / scale;
}

function fractionOf(quantity: Quantity): { readonly value: bigint; readonly scale: bigint } {
  const found = form.exec(String(quantity));
  if (!found) throw new TypeError(`not a quantity: ${quantity}`);
  const [, whole = '', fraction = '', suffix = ''] = found;
  return { value: BigInt(whole + fraction) * (suffixes[suffix] as bigint), scale: 10n ** BigInt(fraction.length) };
}

/** Formats a quantity as the API server does: 500m for 0.5 and 1Gi for 1024Mi. */
export function canonical(quantity: Quantity): string {
  return formatMilli(milli(quantity), familyOf(quantity));
}

/** The kind of suffix that the API server keeps: powers of 1024, or powers of 1000 (including no suffix). */
export function familyOf(quantity: Quantity): 'binary' | 'decimal' {
  return String(quantity).endsWith('i') ? 'binary' : 'decimal';
}

/** Formats thousandths of a unit as the API server does: with the largest suffix that leaves an integer. */
export function formatMilli(value: bigint, family: 'binary' | 'decimal'): string {
  if (value === 0n) return '0';
  const candidates =
    family === 'binary' ? ['Ei', 'Pi', 'Ti', 'Gi', 'Mi', 'Ki', '', 'm'] : ['E', 'P', 'T', 'G', 'M', 'k', '', 'm'];
  const suffix = candidates.find((one) => value % (suffixes[one] as bigint) === 0n) as string;
  return `${value / (suffixes[suffix] as bigint)}${suffix}`;
}
