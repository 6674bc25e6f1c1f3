import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NewKind } from './contract.ts';

const source = join(import.meta.dirname, 'template');

/**
 * Writes the folder of a new kind from the template: each `name.txt` becomes `name`, with its placeholders replaced.
 */
export function writeTemplate(kind: NewKind): void {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
  for (const name of names) {
    const target = join(kind.folder, name.replace(/\.txt$/, ''));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      fillPlaceholders(readFileSync(join(source, name), 'utf8'), new Map(Object.entries(kind)), name),
    );
  }
}

function fillPlaceholders(text: string, values: ReadonlyMap<string, string>, file: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${file} has the unknown placeholder ${placeholder}`);
    return value;
  });
}
