import { closeSync, type Dirent, fstatSync, lstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type AuthorOf, openDirectoryLimits, sizeLimits } from '../core/source/directory-limits.ts';
import { type Folder, openFolderLimits } from '../core/source/folder-limits.ts';
import type { UnreadableFile } from '../core/source/source.ts';
import { limits } from '../data/limits.ts';
import { once } from '../data/once.ts';
import { compare } from '../data/order.ts';
import type { SourceFile } from '../leasehold.ts';
import { leadsToFile, leavesRoot } from './links.ts';
import { decodeSource, inputFiles, isHidden, isInvalidName, type Treatment, treatmentOf } from './source-rules.ts';

interface DirectoryEntry {
  readonly path: string;
  readonly treatment: Exclude<Treatment, 'ignore'>;
  /** True for a regular file, which needs no further checks, unlike a pipe or a device. */
  readonly regular?: boolean;
}

/**
 * Reads the input files below a directory, in name order. Ignores node_modules and hidden entries, except for
 * .argocd-source.yaml, .argocd-source-NAME.yaml, .gitattributes and .no-tenants. Paths start with `root` as passed. For an
 * unreadable file, the result contains the reason. Throws only if the root cannot be listed. `onFile` receives the number of
 * files read so far, and the total.
 */
export function readTree(
  root: string,
  onFile: (done: number, of: number) => void = () => {},
  authorsIn: AuthorsIn = () => () => undefined,
): readonly SourceFile[] {
  const buffer = newBuffer();
  const listing: Listing = { root: realpathSync(root), folders: [] };
  const listed = listEntries(root, listing);
  const authorOf = once(() => authorsIn(listed.map(({ path }) => slashes(path))));
  const entries = withinFolderLimits(listed, listing.folders, authorOf);
  const directories = openDirectoryLimits(sizeLimits, authorOf);
  const files = entries.map((entry, index): SourceFile => {
    onFile(index, entries.length);
    const path = slashes(entry.path);
    if (directories.exceeds(path)) return { path, unreadable: 'large-directory' };
    const { file, bytes } = readEntry(entry, buffer);
    directories.add(path, [1, bytes]);
    return file;
  });
  const mark = ({ path }: SourceFile) => ({ path, unreadable: 'large-directory' }) as const;
  return inputFiles(directories.apply(files, ({ path }) => path, mark));
}

/** Finds the authors of files from the paths of all entries. Called only if the entries could exceed a limit. */
export type AuthorsIn = (paths: readonly string[]) => AuthorOf;

/** Reads one existing file. Does not follow a link out of the root. */
export function readSourceFile(path: string, root: string): SourceFile {
  if (leavesRoot(realpathSync(root), path)) return { path, unreadable: 'link' };
  return { ...readEntry({ path: realpathSync(path), treatment: 'read' }, newBuffer()).file, path };
}

/** In bytes. Almost every file is smaller, so its size need not be looked up. */
const bufferSize = 64 * 1024;

function newBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(bufferSize);
}

/** A tenant's directory with too many entries is a single entry. */
function withinFolderLimits(
  entries: readonly DirectoryEntry[],
  folders: readonly Folder[],
  authorOf: () => AuthorOf,
): readonly DirectoryEntry[] {
  const limited = openFolderLimits(authorOf);
  limited.add(folders);
  const large = limited.exceeding().map((path) => ({ path, treatment: 'many-entries' }) as const);
  return large.length === 0 ? entries : [...entries.filter(({ path }) => !limited.exceeds(slashes(path))), ...large];
}

interface Listing {
  /** The directory to read, with links resolved. */
  readonly root: string;
  /** The folders that were listed. Each folder comes before the folders in it. */
  readonly folders: Folder[];
}

function listEntries(folder: string, listing: Listing): readonly DirectoryEntry[] {
  return entriesOf(childrenOf(folder), folder, listing);
}

function childrenOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

function entriesOf(children: readonly Dirent[], folder: string, listing: Listing): readonly DirectoryEntry[] {
  const start = join(folder, '_').slice(0, -1);
  listing.folders.push({ path: slashes(start), entries: children.length });
  const names = new Set(children.map(({ name }) => name));
  const sorted = [...children].sort((a, b) => compare(a.name, b.name));
  return sorted.flatMap((child) => entriesAt(child, start + child.name, { names, listing }));
}

interface Place {
  readonly names: ReadonlySet<string>;
  readonly listing: Listing;
}

function entriesAt(child: Dirent, path: string, { names, listing }: Place): readonly DirectoryEntry[] {
  const { name } = child;
  if (child.isDirectory() && isHidden(name)) return [];
  if (child.isDirectory() && !isInvalidName(name)) return listFolder(path, listing);
  const treatment = treatmentOf(
    { name, type: child.isSymbolicLink() ? 'link' : 'file' },
    { hasSibling: (sibling) => names.has(sibling), leadsToFile: () => leadsToFile(path, listing.root) },
  );
  return treatment === 'ignore' ? [] : [{ path, treatment, regular: child.isFile() }];
}

function listFolder(path: string, listing: Listing): readonly DirectoryEntry[] {
  try {
    const children = childrenOf(path);
    // Git has no empty directories. A submodule that was not fetched is one.
    if (children.length === 0) return [{ path, treatment: 'empty-directory' }];
    if (children.some(({ name }) => name === '.git')) return [{ path, treatment: 'submodule' }];
    return entriesOf(children, path, listing);
  } catch (error) {
    if (!('syscall' in (error as object))) throw error;
    return [{ path, treatment: 'no-access' }];
  }
}

interface ReadFile {
  readonly file: SourceFile;
  /** 0 for a file that was not read. */
  readonly bytes: number;
}

function readEntry({ path: native, treatment, regular }: DirectoryEntry, buffer: Buffer): ReadFile {
  const path = slashes(native);
  const unread = (unreadable: UnreadableFile['unreadable']) => ({ file: { path, unreadable }, bytes: 0 });
  if (treatment !== 'read') return unread(treatment);
  try {
    // Opening a pipe or a device would wait for a writer forever.
    if (!regular && !lstatSync(native).isFile()) return unread('no-access');
    const bytes = readBounded(native, buffer);
    return bytes ? { file: decodeSource(path, bytes), bytes: bytes.length } : unread('too-large');
  } catch {
    return unread('no-access');
  }
}

function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

/** The bytes of a file, valid until the next call; undefined if the file is too large. */
function readBounded(file: string, buffer: Buffer): Buffer | undefined {
  const handle = openSync(file, 'r');
  try {
    const length = readSync(handle, buffer);
    if (length < buffer.length) return buffer.subarray(0, length);
    const { size } = fstatSync(handle);
    if (size > limits.bytes) return undefined;
    const whole = Buffer.allocUnsafeSlow(size);
    return whole.subarray(0, readSync(handle, whole, 0, size, 0));
  } finally {
    closeSync(handle);
  }
}
