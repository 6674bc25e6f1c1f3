import { readFull } from './full.ts';
import { readPlain } from './plain.ts';

export type YamlReading =
  | { readonly ok: true; readonly bodies: readonly unknown[] }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** Reads a YAML text that is no file of its own: the value of a field, or what a program printed. */
export function readYaml(text: string): YamlReading {
  const plain = readPlain(text);
  if (plain) return { ok: true, bodies: plain };
  const full = readFull(text);
  if (full.ok) return { ok: true, bodies: full.bodies };
  const { message = 'it is no YAML', line = 1 } = full.faults[0] ?? {};
  return { ok: false, message, line };
}
