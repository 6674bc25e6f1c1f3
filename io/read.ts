import { closeSync, type Dirent, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { compare } from '../data/order.ts';
import type { SourceFile } from '../leasehold.ts';
import { decodeSource, isHidden, isSourceName, isSourceOverride, largestFile } from './source-rules.ts';

interface Entry {
  readonly path: string;
  readonly unreadable?: 'directory-link' | 'source-override' | 'no-access';
  /** Neither a link, which may lead anywhere, nor a pipe or device: it is read without another question. */
  readonly regular?: boolean;
}

/**
 * Reads every .yaml, .yml and .json file below a directory, in name order. Hidden entries and node_modules are
 * passed over, except for the one that Argo CD obeys. Paths in the result begin with the root as it was given. What cannot be read is in the result, with
 * the reason; only a root that is no directory throws. `onFile` hears how many files were read of how many.
 */
export function readTree(root: string, onFile: (done: number, of: number) => void = () => {}): readonly SourceFile[] {
  const place = placeAt(root);
  const entries = listEntries(root);
  return entries.map((entry, index) => {
    onFile(index, entries.length);
    return readEntry(entry, place);
  });
}

/** Reads one file as readTree would; a link that leaves the root is not followed. The file must be there. */
export function readOne(path: string, root: string): SourceFile {
  return readEntry({ path }, placeAt(root));
}

/** Bytes. All but the largest resources fit, and are read without a question for their size. */
const bufferSize = 64 * 1024;

interface Place {
  /** With links followed. */
  readonly root: string;
  /** One for all files. */
  readonly buffer: Buffer;
}

function placeAt(root: string): Place {
  return { root: realpathSync(root), buffer: Buffer.allocUnsafeSlow(bufferSize) };
}

function listEntries(folder: string): readonly Entry[] {
  const children = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  const shown = children.filter(({ name }) => !isHidden(name) || isSourceOverride(name));
  const start = join(folder, '_').slice(0, -1);
  return shown.flatMap((child) => entriesAt(child, start + child.name));
}

function entriesAt(child: Dirent, path: string): readonly Entry[] {
  if (isSourceOverride(child.name)) return [{ path, unreadable: 'source-override' }];
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

function readEntry({ path: native, unreadable, regular }: Entry, { root, buffer }: Place): SourceFile {
  const path = sep === '/' ? native : native.split(sep).join('/');
  if (unreadable) return { path, unreadable };
  if (!regular && leaves(root, native)) return { path, unreadable: 'link-outside' };
  try {
    // Opening a pipe or a device would wait for a writer that never comes.
    if (!regular && !statSync(native).isFile()) return { path, unreadable: 'no-access' };
    const bytes = readBounded(native, buffer);
    return bytes ? decodeSource(path, bytes) : { path, unreadable: 'too-large' };
  } catch {
    return { path, unreadable: 'no-access' };
  }
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

/** The bytes of a file, good until the next call; undefined when there are too many. */
function readBounded(file: string, buffer: Buffer): Buffer | undefined {
  const handle = openSync(file, 'r');
  try {
    const length = readSync(handle, buffer);
    if (length < buffer.length) return buffer.subarray(0, length);
    const { size } = fstatSync(handle);
    if (size > largestFile) return undefined;
    const whole = Buffer.allocUnsafeSlow(size);
    return whole.subarray(0, readSync(handle, whole, 0, size, 0));
  } finally {
    closeSync(handle);
  }
}
