/** A value of unknown type as text. String() would call a `toString` that the value itself might contain. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
