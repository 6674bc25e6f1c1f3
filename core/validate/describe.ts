/** JSON prints these numbers as null. YAML parsers read `1e309` as infinity. */
function describeNonFinite(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  return value > 0 ? 'infinity (a number above 1.8e308)' : '-infinity (a number below -1.8e308)';
}

/** Formats a value for a message: at most 80 characters, on one line. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'number' && !Number.isFinite(value)) return describeNonFinite(value);
  const text = JSON.stringify(value) ?? String(value);
  const end = typeof value === 'string' ? '…"' : '…';
  return text.length > 80 ? `${text.slice(0, 77)}${end}` : text;
}
