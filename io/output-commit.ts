import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Disk, obstacle, openDisk, statOf } from './output-disk.ts';
import { isInnerPath, type Ownership, writeOwnership } from './ownership.ts';

/**
 * Brings a journal's render into place. Whoever is stopped in the middle can do it again from the start: a file
 * already moved is no longer in staging, and one already removed is not there.
 */
export function finish(dir: string, { files, pending }: Ownership): void {
  if (!pending) return;
  const staging = join(dir, pending.staging);
  const kept = new Set(pending.files.map(({ path }) => path));
  const gone = files.filter(({ path }) => !kept.has(path));
  if (gone.length > 0) {
    const disk = openDisk(dir);
    for (const { path } of gone) remove(disk, path);
  }
  mkdirSync(staging, { recursive: true });
  moveStaged(staging, openDisk(dir));
  writeOwnership(dir, pending.staging, { tenant: pending.tenant, files: pending.files });
  rmSync(staging, { recursive: true, force: true });
}

/** All but the draft of the journal, which a crash may have left in staging half-written. */
function moveStaged(staging: string, { dir, top }: Disk): void {
  for (const name of readdirSync(staging)) {
    if (isInnerPath(name)) move(join(staging, name), join(dir, name), top.get(name) === true);
  }
}

/** A directory that is not there yet is moved in one step, whatever is in it. */
function move(from: string, to: string, ontoDirectory: boolean): void {
  if (ontoDirectory && isDirectory(from)) {
    for (const name of readdirSync(from)) move(join(from, name), join(to, name), isDirectory(join(to, name)));
  } else renameSync(from, to);
}

function isDirectory(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Removes a file of ours, and the directories that it leaves empty. */
function remove(disk: Disk, path: string): void {
  if (obstacle(disk, path) !== undefined) return;
  rmSync(join(disk.dir, path), { force: true });
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    if (!removeIfEmpty(join(disk.dir, parent))) return;
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
