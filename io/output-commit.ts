import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { firstNonDirectory, type OutputDirectory, openOutput, statOf } from './output-disk.ts';
import { isInnerPath, type Ownership, writeOwnership } from './ownership.ts';

/**
 * Moves the rendered files of a journal into place. Idempotent, so that an interrupted move can be repeated: a moved file
 * is no longer in staging, and a removed file is gone.
 */
export function finishPending(dir: string, { files, pending }: Ownership): void {
  if (!pending) return;
  const staging = join(dir, pending.staging);
  const kept = new Set(pending.files.map(({ path }) => path));
  const obsolete = files.filter(({ path }) => !kept.has(path));
  if (obsolete.length > 0) {
    const disk = openOutput(dir);
    for (const { path } of obsolete) remove(disk, path);
  }
  mkdirSync(staging, { recursive: true });
  moveStaged(staging, openOutput(dir));
  writeOwnership(dir, pending.staging, { tenant: pending.tenant, files: pending.files });
  rmSync(staging, { recursive: true, force: true });
}

/** Moves everything except the draft of the journal, which can be incomplete after a crash. */
function moveStaged(staging: string, { dir, top }: OutputDirectory): void {
  for (const name of readdirSync(staging)) {
    if (isInnerPath(name)) move(join(staging, name), join(dir, name), top.get(name) === true);
  }
}

/** Moves a directory in one step unless the target exists. */
function move(from: string, to: string, ontoDirectory: boolean): void {
  if (ontoDirectory && isDirectory(from)) {
    for (const name of readdirSync(from)) move(join(from, name), join(to, name), isDirectory(join(to, name)));
  } else renameSync(from, to);
}

function isDirectory(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Removes a file, and its parent directories if they become empty. */
function remove(disk: OutputDirectory, path: string): void {
  if (firstNonDirectory(disk, path) !== undefined) return;
  rmSync(join(disk.dir, path), { force: true });
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    if (!removeIfEmpty(join(disk.dir, parent))) return;
  }
}

/** Removes a directory if it is empty. Returns whether the directory no longer exists. */
export function removeIfEmpty(dir: string): boolean {
  try {
    rmdirSync(dir);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
