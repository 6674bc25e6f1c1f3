import { readFull } from './full.ts';
import { readPlain } from './plain.ts';

export type YamlResult =
  | { readonly ok: true; readonly bodies: readonly unknown[] }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** Parses YAML that is not a source file, such as the value of a field or the output of a program. */
export function readYaml(text: string): YamlResult {
  const plain = readPlain(text);
  if (plain) return { ok: true, bodies: plain };
  const full = readFull(text);
  if (full.ok) return { ok: true, bodies: full.bodies };
  const { message = 'the text is not valid YAML', line = 1 } = full.errors[0] ?? {};
  return { ok: false, message, line };
}

/**
 * The object in a rendered text. Undefined for any other text. The plain reader reads every rendered text, so no limit of the
 * full parser applies.
 */
export function readObject(text: string): unknown {
  const reading = readYaml(text);
  return reading.ok && reading.bodies.length === 1 ? reading.bodies[0] : undefined;
}
