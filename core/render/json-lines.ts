import { readPlain } from '../parse/plain.ts';

/** One object a line, read back from rendered text, which is always plain YAML. Every shell prints JSON by this. */
export function jsonLines(text: string): string {
  const objects = readPlain(text);
  if (!objects) throw new Error('rendered text cannot be read back');
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}
