import { closeSync, type Dirent, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { SourceFile } from '../core/index.ts';
import { compare } from '../core/order.ts';
import { decodeSource, isHidden, isSourceName, largestFile } from './source-rules.ts';

interface Entry {
  readonly path: string;
  readonly unreadable?: 'directory-link' | 'no-access';
  /** Neither a link, which may lead anywhere, nor a pipe or device: it is read without another question. */
  readonly regular?: boolean;
}

/**
 * Reads every .yaml, .yml and .json file below a directory, in name order. Hidden entries and node_modules are
 * passed over. Paths in the result begin with the root as it was given. What cannot be read is in the result, with
 * the reason; only a root that is no directory throws. `onFile` hears how many files were read of how many.
 */
export function readTree(root: string, onFile: (done: number, of: number) => void = () => {}): readonly SourceFile[] {
  const real = realpathSync(root);
  const entries = listEntries(root);
  return entries.map((entry, index) => {
    onFile(index, entries.length);
    return readEntry(entry, real);
  });
}

/** Reads one file as readTree would; a link that leaves the root is not followed. The file must be there. */
export function readOne(path: string, root: string): SourceFile {
  return readEntry({ path }, realpathSync(root));
}

function listEntries(folder: string): readonly Entry[] {
  const children = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  return children.filter(({ name }) => !isHidden(name)).flatMap((child) => entriesAt(child, join(folder, child.name)));
}

function entriesAt(child: Dirent, path: string): readonly Entry[] {
  if (child.isDirectory()) return listOrNote(path);
  if (child.isSymbolicLink() && leadsToDirectory(path)) return [{ path, unreadable: 'directory-link' }];
  return isSourceName(child.name) ? [{ path, regular: child.isFile() }] : [];
}

function listOrNote(folder: string): readonly Entry[] {
  try {
    return listEntries(folder);
  } catch (error) {
    if (!('syscall' in (error as object))) throw error;
    return [{ path: folder, unreadable: 'no-access' }];
  }
}

/** False also for a link that leads nowhere or in circles. */
function leadsToDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function readEntry({ path: native, unreadable, regular }: Entry, root: string): SourceFile {
  const path = native.split(sep).join('/');
  if (unreadable) return { path, unreadable };
  if (!regular && leaves(root, native)) return { path, unreadable: 'link-outside' };
  try {
    // Opening a pipe or a device would wait for a writer that never comes.
    return regular || statSync(native).isFile() ? readSource(native, path) : { path, unreadable: 'no-access' };
  } catch {
    return { path, unreadable: 'no-access' };
  }
}

function readSource(native: string, path: string): SourceFile {
  const bytes = readBounded(native);
  if (!bytes) return { path, unreadable: 'too-large' };
  return decodeSource(path, bytes);
}

/** True for a link whose target is not below the root, and for one that leads nowhere. */
function leaves(root: string, file: string): boolean {
  try {
    const way = relative(root, realpathSync(file));
    return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  } catch {
    return true;
  }
}

function readBounded(file: string): Uint8Array | undefined {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    if (size > largestFile) return undefined;
    const bytes = new Uint8Array(size);
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}
