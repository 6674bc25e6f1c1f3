import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChangeRecord } from './record.ts';

/** Reads the changes in a file; none if the file does not exist. Throws if the file is damaged. */
export function readRecords(file: string): readonly ChangeRecord[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly ChangeRecord[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`${file} is not a file of changes: ${(error as Error).message}`);
  }
}

/** Replaces the file atomically, so that a crash leaves the earlier version intact. */
export function writeRecords(file: string, all: readonly ChangeRecord[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(all), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
