import { closeSync, type Dirent, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { compare } from '../data/order.ts';
import type { SourceFile } from '../leasehold.ts';
import { decodeSource, isHidden, isSourceName, isSourceOverride, largestFile } from './source-rules.ts';

interface DirectoryEntry {
  readonly path: string;
  readonly unreadable?: 'directory-link' | 'source-override' | 'no-access';
  /** True for a regular file, which needs no further checks, unlike a link, a pipe or a device. */
  readonly regular?: boolean;
}

/**
 * Reads every .yaml, .yml and .json file below a directory, in name order. Ignores node_modules and hidden entries except
 * for .argocd-source.yaml. Paths start with `root` as passed. An unreadable file is in the result with the reason; only
 * a root that is not a directory throws. `onFile` receives the number of read files and of all files.
 */
export function readTree(root: string, onFile: (done: number, of: number) => void = () => {}): readonly SourceFile[] {
  const context = readContext(root);
  const entries = listEntries(root);
  return entries.map((entry, index) => {
    onFile(index, entries.length);
    return readEntry(entry, context);
  });
}

/** Reads one existing file like readTree. Does not follow a link out of the root. */
export function readSourceFile(path: string, root: string): SourceFile {
  return readEntry({ path }, readContext(root));
}

/** Bytes. Almost every file fits and needs no check of its size. */
const bufferSize = 64 * 1024;

interface ReadContext {
  /** Without links. */
  readonly root: string;
  /** Shared by all files. */
  readonly buffer: Buffer;
}

function readContext(root: string): ReadContext {
  return { root: realpathSync(root), buffer: Buffer.allocUnsafeSlow(bufferSize) };
}

function listEntries(folder: string): readonly DirectoryEntry[] {
  const children = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  const shown = children.filter(({ name }) => !isHidden(name) || isSourceOverride(name));
  const start = join(folder, '_').slice(0, -1);
  return shown.flatMap((child) => entriesAt(child, start + child.name));
}

function entriesAt(child: Dirent, path: string): readonly DirectoryEntry[] {
  if (isSourceOverride(child.name)) return [{ path, unreadable: 'source-override' }];
  if (child.isDirectory()) return listFolder(path);
  if (child.isSymbolicLink() && leadsToDirectory(path)) return [{ path, unreadable: 'directory-link' }];
  return isSourceName(child.name) ? [{ path, regular: child.isFile() }] : [];
}

function listFolder(folder: string): readonly DirectoryEntry[] {
  try {
    return listEntries(folder);
  } catch (error) {
    if (!('syscall' in (error as object))) throw error;
    return [{ path: folder, unreadable: 'no-access' }];
  }
}

/** False for a broken or circular link. */
function leadsToDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function readEntry({ path: native, unreadable, regular }: DirectoryEntry, { root, buffer }: ReadContext): SourceFile {
  const path = sep === '/' ? native : native.split(sep).join('/');
  if (unreadable) return { path, unreadable };
  if (!regular && leavesRoot(root, native)) return { path, unreadable: 'link-outside' };
  try {
    // Opening a pipe or a device would wait for a writer that never comes.
    if (!regular && !statSync(native).isFile()) return { path, unreadable: 'no-access' };
    const bytes = readBounded(native, buffer);
    return bytes ? decodeSource(path, bytes) : { path, unreadable: 'too-large' };
  } catch {
    return { path, unreadable: 'no-access' };
  }
}

/** True for a link to a target outside of the root, and for a broken link. */
function leavesRoot(root: string, file: string): boolean {
  try {
    const relativePath = relative(root, realpathSync(file));
    return relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath);
  } catch {
    return true;
  }
}

/** The bytes of a file, valid until the next call; undefined if the file is too large. */
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
