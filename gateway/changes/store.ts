import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChangeRecord } from './record.ts';

/** Final changes that are kept. */
const mostFinal = 1000;

/** The changes in a file; none if it does not exist. Throws for a file that is damaged. */
export function readRecords(file: string): readonly ChangeRecord[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly ChangeRecord[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`${file} is not a file with changes: ${(error as Error).message}`);
  }
}

/** Replaces the file in one step, so that a crash leaves the earlier one. */
export function writeRecords(file: string, all: readonly ChangeRecord[]): void {
  const isFinal = ({ state }: ChangeRecord) => state === 'applied' || state === 'closed';
  const final = all.filter(isFinal).slice(-mostFinal);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify([...final, ...all.filter((one) => !isFinal(one))]), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
