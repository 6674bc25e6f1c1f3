/** An amount multiplied by a factor, in the same unit: `16Gi` for `8Gi` and 2. Undefined if the text is not an amount. */
export function scaled(amount: string, factor: number): string | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(m|k|Ki|[MGTPE]i?)?$/.exec(amount) ?? [];
  return number === undefined ? undefined : `${Number((Number(number) * factor).toFixed(6))}${unit}`;
}

const gibi = 1024 ** 3;

/** A sum of quotas for a resource: bytes in GiB, anything else as a number. */
export function sumText(resource: string, amount: number): string {
  const isBytes = /(?:^|[./-])(?:memory|storage)$/.test(resource);
  const shown = isBytes ? amount / gibi : amount;
  return `${shown.toLocaleString('en', { maximumFractionDigits: 2 })}${isBytes ? ' GiB' : ''}`;
}

/** A difference with its sign. One that is rounded to zero has no sign. */
export function signed(difference: number, digits = 2): string {
  const text = difference.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (!/[1-9]/.test(text)) return text.replace('-', '');
  return difference > 0 ? `+${text}` : text.replace('-', '−');
}

/** A share in percent. A small share is not shown as 0%, and a nearly complete share is not shown as 100%. */
export function shareText(share: number, digits = 0): string {
  const [percent, step] = [share * 100, 10 ** -digits];
  if (percent > 0 && percent < step) return `< ${step}%`;
  if (percent < 100 && Number(percent.toFixed(digits)) === 100) return `> ${100 - step}%`;
  return `${percent.toFixed(digits)}%`;
}
