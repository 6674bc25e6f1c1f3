import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The digest of the file at a path; `other` for a link, a directory or a device; undefined when nothing is there. */
export function digestOf(dir: string, path: string): string | undefined {
  const file = join(dir, path);
  const stats = statOf(file);
  if (!stats) return undefined;
  return stats.isFile() ? sha256(readFileSync(file)) : 'other';
}

/** The first parent of a path that is no real directory, for through a link the path would leave the output. */
export function obstacle(dir: string, path: string): string | undefined {
  const steps = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= steps.length; depth++) {
    const parent = steps.slice(0, depth).join('/');
    const stats = statOf(join(dir, parent));
    if (!stats) return undefined;
    if (!stats.isDirectory()) return parent;
  }
  return undefined;
}

/** Undefined when nothing is there, also when a parent is a file. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
