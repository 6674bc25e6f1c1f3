import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { obstacle } from './output-disk.ts';
import { type Ownership, writeOwnership } from './ownership.ts';

/**
 * Brings a journal's render into place. Whoever is stopped in the middle can do it again from the start: a file
 * already moved is no longer in staging, and one already removed is not there.
 */
export function finish(dir: string, { files, pending }: Ownership): void {
  if (!pending) return;
  const kept = new Set(pending.files.map(({ path }) => path));
  for (const { path } of files) if (!kept.has(path)) remove(dir, path);
  for (const { path } of pending.files) moveIntoPlace(dir, pending.staging, path);
  mkdirSync(join(dir, pending.staging), { recursive: true });
  writeOwnership(dir, pending.staging, { tenant: pending.tenant, files: pending.files });
  rmSync(join(dir, pending.staging), { recursive: true, force: true });
}

function moveIntoPlace(dir: string, staging: string, path: string): void {
  const staged = join(dir, staging, path);
  if (!existsSync(staged)) return;
  const target = join(dir, path);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(staged, target);
}

/** Removes a file of ours, and the directories that it leaves empty. */
function remove(dir: string, path: string): void {
  if (obstacle(dir, path) !== undefined) return;
  rmSync(join(dir, path), { force: true });
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    if (!removeIfEmpty(join(dir, parent))) return;
  }
}

function removeIfEmpty(dir: string): boolean {
  try {
    rmdirSync(dir);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
