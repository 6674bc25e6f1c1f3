import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './sha256.ts';

/** An output directory as a render finds it. */
export interface Disk {
  readonly dir: string;
  /** What lies at its top, and whether it is a real directory: one reading that spares questions about each file. */
  readonly top: ReadonlyMap<string, boolean>;
}

export function openDisk(dir: string): Disk {
  const entries = readdirSync(dir, { withFileTypes: true });
  return { dir, top: new Map(entries.map((entry) => [entry.name, entry.isDirectory()])) };
}

/** The digest of the file at a path; `other` for a link, a directory or a device; undefined when nothing is there. */
export function digestOf({ dir, top }: Disk, path: string): string | undefined {
  if (!top.has(firstStep(path))) return undefined;
  const file = join(dir, path);
  const stats = statOf(file);
  if (!stats) return undefined;
  return stats.isFile() ? sha256(readFileSync(file)) : 'other';
}

/** The first parent of a path that is no real directory, for through a link the path would leave the output. */
export function obstacle({ dir, top }: Disk, path: string): string | undefined {
  const steps = path.split('/').slice(0, -1);
  const first = steps[0];
  if (first === undefined || !top.has(first)) return undefined;
  if (!top.get(first)) return first;
  for (let depth = 2; depth <= steps.length; depth++) {
    const parent = steps.slice(0, depth).join('/');
    const stats = statOf(join(dir, parent));
    if (!stats) return undefined;
    if (!stats.isDirectory()) return parent;
  }
  return undefined;
}

function firstStep(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? path : path.slice(0, slash);
}

/** Undefined when nothing is there, also when a parent is a file. */
export function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
