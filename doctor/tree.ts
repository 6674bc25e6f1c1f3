/** Reading of data whose form nobody has checked: what is not there, or of another type, is simply absent. */
export function at(value: unknown, ...steps: readonly string[]): unknown {
  let here = value;
  for (const step of steps) here = fields(here)[step];
  return here;
}

export function fields(value: unknown): Readonly<Record<string, unknown>> {
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMapping ? (value as Readonly<Record<string, unknown>>) : {};
}

export function list(value: unknown, ...steps: readonly string[]): readonly unknown[] {
  const found = at(value, ...steps);
  return Array.isArray(found) ? found : [];
}

export function text(value: unknown, ...steps: readonly string[]): string | undefined {
  const found = at(value, ...steps);
  return typeof found === 'string' ? found : undefined;
}
