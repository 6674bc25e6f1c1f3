import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file only if its content changes, so that watchers and tsc see no needless change. */
export function writeIfChanged(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (readOrEmpty(path) !== text) writeFileSync(path, text);
}

export function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
