import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type AuthorOf, openDirectoryLimits, sizeLimits } from '../core/source/directory-limits.ts';
import type { UnreadableFile } from '../core/source/source.ts';
import { limits } from '../data/limits.ts';
import { compare } from '../data/order.ts';
import type { SourceFile } from '../leasehold.ts';
import { decodeSource, inputFiles, isHidden, type Treatment, treatmentOf } from './source-rules.ts';

interface DirectoryEntry {
  readonly path: string;
  readonly treatment: Exclude<Treatment, 'ignore'>;
  /** True for a regular file, which needs no further checks, unlike a pipe or a device. */
  readonly regular?: boolean;
}

/**
 * Reads the input files below a directory, in name order. Ignores node_modules and hidden entries, except for
 * .argocd-source.yaml, .gitattributes and .no-tenants. Paths start with `root` as passed. For an unreadable file, the
 * result contains the reason. Throws only if the root cannot be listed. `onFile` receives the number of files read so far, and the
 * total.
 */
export function readTree(
  root: string,
  onFile: (done: number, of: number) => void = () => {},
  authorsIn: AuthorsIn = () => () => undefined,
): readonly SourceFile[] {
  const buffer = newBuffer();
  const entries = listEntries(root, realpathSync(root));
  const directories = openDirectoryLimits(sizeLimits, () => authorsIn(entries.map(({ path }) => slashes(path))));
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

/** `root` is the directory to read, with links resolved. */
function listEntries(folder: string, root: string): readonly DirectoryEntry[] {
  return entriesOf(childrenOf(folder), folder, root);
}

function childrenOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

function entriesOf(children: readonly Dirent[], folder: string, root: string): readonly DirectoryEntry[] {
  const start = join(folder, '_').slice(0, -1);
  const names = new Set(children.map(({ name }) => name));
  const sorted = [...children].sort((a, b) => compare(a.name, b.name));
  return sorted.flatMap((child) => entriesAt(child, start + child.name, { names, root }));
}

interface Folder {
  readonly names: ReadonlySet<string>;
  readonly root: string;
}

function entriesAt(child: Dirent, path: string, { names, root }: Folder): readonly DirectoryEntry[] {
  const { name } = child;
  if (child.isDirectory() && isHidden(name)) return [];
  if (child.isDirectory() && !name.includes('\ufffd')) return listFolder(path, root);
  const treatment = treatmentOf(
    { name, type: child.isSymbolicLink() ? 'link' : 'file' },
    { hasSibling: (sibling) => names.has(sibling), leadsToFile: () => leadsToFile(path, root) },
  );
  return treatment === 'ignore' ? [] : [{ path, treatment, regular: child.isFile() }];
}

function listFolder(path: string, root: string): readonly DirectoryEntry[] {
  try {
    const children = childrenOf(path);
    // Git has no empty directories. A submodule that was not fetched is one.
    if (children.length === 0) return [{ path, treatment: 'empty-directory' }];
    if (children.some(({ name }) => name === '.git')) return [{ path, treatment: 'submodule' }];
    return entriesOf(children, path, root);
  } catch (error) {
    if (!('syscall' in (error as object))) throw error;
    return [{ path, treatment: 'no-access' }];
  }
}

/** Whether a relative link points to a regular file in the root, without another link on the way. */
function leadsToFile(link: string, root: string): boolean {
  try {
    const target = resolve(realpathSync(join(link, '..')), readlinkSync(link));
    const isDirect = !isAbsolute(readlinkSync(link)) && realpathSync(link) === target;
    return isDirect && !isOutside(root, target) && lstatSync(target).isFile();
  } catch {
    return false;
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

/** True for a link to a target outside of the root, and for a broken link. */
function leavesRoot(root: string, file: string): boolean {
  try {
    return isOutside(root, realpathSync(file));
  } catch {
    return true;
  }
}

function isOutside(root: string, path: string): boolean {
  const steps = relative(root, path);
  return steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps);
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
