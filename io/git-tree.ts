import { type Folder as CountedFolder, openFolderLimits } from '../core/source/folder-limits.ts';
import { type FindAuthors, nameOf, type TreeEntry, treeEntries, treeMode } from './git-entries.ts';
import { catFile, type GitEnvironment, sizesOf } from './git-process.ts';
import { canHavePlatform } from './platform-directory.ts';
import { isHidden, isInvalidName } from './source-rules.ts';

export type TreeListing =
  | { readonly ok: true; readonly entries: readonly TreeEntry[] }
  | { readonly ok: false; readonly message: string };

export interface TreeReading {
  readonly environment: GitEnvironment;
  readonly authorsIn: FindAuthors;
}

/** A tree at one of its paths. Any number of paths can have the same tree. */
interface Folder {
  /** Ends with a slash. Empty for the root of the repository. */
  readonly path: string;
  readonly object: string;
  /** The smallest number of entries of a tree of this size, which is known before the tree is read. */
  readonly entries: number;
}

/**
 * The entries below a tree, except those in hidden folders. Paths start with the path of the tree. A tenant's directory that
 * exceeds a limit is a single entry with the mode of a tree, and so is a folder with an invalid name. Reads all folders of a
 * level together, and the same tree only once.
 */
export function walkTree(
  { path, object }: { readonly path: string; readonly object: string },
  { environment, authorsIn }: TreeReading,
): TreeListing {
  const found: TreeEntry[] = [];
  const objects = new Map<string, string>();
  const limits = openFolderLimits(() => authorsIn(() => found));
  let pending: readonly Folder[] = [{ path: path === '' ? '' : `${path}/`, object, entries: 0 }];
  while (pending.length > 0) {
    const level = limits.lacksAuthors() ? platformsFirst(pending) : { now: pending, later: [] };
    const read = readFolders(level.now, environment);
    if (!read.ok) return read;
    for (const entry of read.files) found.push(entry);
    for (const folder of read.folders) objects.set(folder.path, folder.object);
    limits.add([...read.counted, ...read.folders]);
    pending = [...level.later, ...read.folders].filter((folder) => !limits.exceeds(folder.path));
  }
  const large = limits
    .exceeding()
    .map((top) => ({ mode: treeMode, object: objects.get(`${top}/`) ?? object, path: top }));
  return { ok: true, entries: [...found.filter((entry) => !limits.exceeds(entry.path)), ...large] };
}

/** Folders that can contain the Platform come first: no tenant can have their names, and the Platform defines the limits. */
function platformsFirst(folders: readonly Folder[]): {
  readonly now: readonly Folder[];
  readonly later: readonly Folder[];
} {
  const isFirst = ({ path }: Folder) => canHavePlatform(path.split('/').at(-2) ?? '');
  const now = folders.filter(isFirst);
  return now.length === 0 ? { now: folders, later: [] } : { now, later: folders.filter((folder) => !isFirst(folder)) };
}

type Level =
  | {
      readonly ok: true;
      /** Everything in the folders that is not a folder to read. */
      readonly files: readonly TreeEntry[];
      /** The folders to read in the folders. */
      readonly folders: readonly Folder[];
      /** The entries of the folders that were not counted before. */
      readonly counted: readonly CountedFolder[];
    }
  | { readonly ok: false; readonly message: string };

function readFolders(folders: readonly Folder[], environment: GitEnvironment): Level {
  const trees = catFile([...new Set(folders.map(({ object }) => object))], environment);
  if (!trees.ok) return trees;
  const files: TreeEntry[] = [];
  const inner: TreeEntry[] = [];
  const counted: CountedFolder[] = [];
  for (const { path, object, entries } of folders) {
    const tree = trees.blobs.get(object);
    if (!tree) return { ok: false, message: `tree ${object} is missing` };
    const own = treeEntries(tree, path, object.length / 2);
    counted.push({ path, entries: own.length - entries });
    for (const entry of own) {
      if (entry.mode !== treeMode || isInvalidName(nameOf(entry))) files.push(entry);
      else if (!isHidden(nameOf(entry))) inner.push(entry);
    }
  }
  return { ok: true, files, folders: withSizes(inner, environment), counted };
}

/** The bytes of the largest entry of a tree: a mode, a name that file systems support, and an object ID. */
const largestEntry = 7 + 256 + 32;

function withSizes(trees: readonly TreeEntry[], environment: GitEnvironment): readonly Folder[] {
  const sizes = sizesOf(trees, environment);
  return trees.map(({ path, object }) => ({
    path: `${path}/`,
    object,
    entries: Math.ceil((sizes.get(object) ?? 0) / largestEntry),
  }));
}
