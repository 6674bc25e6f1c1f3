import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeIfEmpty } from './output-commit.ts';

/** Creates a file with its directory. False if the path exists. A failed write, such as on a full disk, leaves no file. */
export function createFile(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    rmSync(path, { force: true });
    throw error;
  }
}

/** Writes a file as a whole: a crash or a full disk leaves the earlier content. Keeps the permissions of the earlier file. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // Readers ignore hidden files.
  const draft = join(dirname(path), `.leasehold-${process.pid}.new`);
  try {
    writeFileSync(draft, text, { mode: statSync(path, { throwIfNoEntry: false })?.mode ?? 0o666 });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a file, and its directories if they become empty, as Git does. An empty directory could be a missing submodule. */
export function removeFile(path: string): void {
  rmSync(path);
  for (let parent = dirname(path); parent !== dirname(parent); parent = dirname(parent))
    if (!removeIfEmpty(parent)) return;
}
