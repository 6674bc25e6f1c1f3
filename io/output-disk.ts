import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './sha256.ts';

/** An output directory before a render. */
export interface OutputDirectory {
  readonly dir: string;
  /** Its direct entries, and whether each is a real directory. Read once to avoid a system call for each file. */
  readonly top: ReadonlyMap<string, boolean>;
}

export function openOutput(dir: string): OutputDirectory {
  const entries = readdirSync(dir, { withFileTypes: true });
  return { dir, top: new Map(entries.map((entry) => [entry.name, entry.isDirectory()])) };
}

/** The digest of a file; `other` for a link, a directory or a device; undefined if the path does not exist. */
export function digestOf({ dir, top }: OutputDirectory, path: string): string | undefined {
  if (!top.has(firstStep(path))) return undefined;
  const file = join(dir, path);
  const stats = statOf(file);
  if (!stats) return undefined;
  return stats.isFile() ? sha256(readFileSync(file)) : 'other';
}

/** The first parent of a path that is not a real directory. Writing through a link could leave the output directory. */
export function firstNonDirectory({ dir, top }: OutputDirectory, path: string): string | undefined {
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

/** Undefined if the path does not exist, or if a parent is a file. */
export function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
