import { posix } from 'node:path';
import type { AuthorOf } from '../core/source/directory-limits.ts';
import { catFile, type GitEnvironment, gitError, sizesOf } from './git-process.ts';
import { isHidden, isInHiddenFolder, isInputPath, isInvalidName, type Treatment, treatmentOf } from './source-rules.ts';

/** An entry of a Git tree, with its path below that tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

/** Finds the authors that the Platform among entries, or above them, defines. Undefined if there is no Platform. */
export type FindAuthors = (entries: () => readonly TreeEntry[]) => AuthorOf | undefined;

export interface SourceEntry extends TreeEntry {
  readonly treatment: Exclude<Treatment, 'ignore'>;
  /** In bytes. 0 if the entry is not read, or is missing. */
  readonly size: number;
}

/** Parses the output of `git ls-tree -z`. */
export function parseListing(listing: string): readonly TreeEntry[] {
  return listing.split('\0').flatMap((line) => {
    const found = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
    if (!found) return [];
    const [, mode = '', object = '', path = ''] = found;
    return [{ mode, object, path }];
  });
}

/**
 * The entries of a tree object. Paths start with the path of the folder, which ends with a slash. A name that would lead to
 * another folder becomes an invalid name, because not every server rejects it.
 */
export function treeEntries(tree: Buffer, folder: string, idLength: number): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(32, at);
    const end = tree.indexOf(0, space);
    if (space < 0 || end < 0) throw gitError(`the tree of ${folder} is corrupt`);
    const name = tree.toString('utf8', space + 1, end);
    const mode = tree.toString('latin1', at, space).padStart(6, '0');
    at = end + 1 + idLength;
    const object = tree.toString('hex', end + 1, at);
    entries.push({ mode, object, path: folder + (/\/|^\.{0,2}$/.test(name) ? '\ufffd' : name) });
  }
  return entries;
}

export const treeMode = '040000';

/** Git's modes of entries that are not regular files. */
export const entryTypes: Readonly<Record<string, 'directory' | 'link' | 'submodule'>> = {
  [treeMode]: 'directory',
  '120000': 'link',
  '160000': 'submodule',
};

export function nameOf({ path }: TreeEntry): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a change of the entry can change what a reader returns. */
export function isInput({ mode, path }: TreeEntry): boolean {
  return isInputPath(path) || (entryTypes[mode] !== undefined && !path.split('/').some(isHidden));
}

/** Entries that a reader does not ignore. A directory with an invalid name counts once, instead of its files. */
export function sourceEntries(all: readonly TreeEntry[], environment: GitEnvironment): readonly SourceEntry[] {
  const visible = all.filter(({ path }) => !isInHiddenFolder(path));
  const treatmentIn = treatmentsIn(visible, environment);
  const found = new Map<string, Omit<SourceEntry, 'size'>>();
  for (const entry of visible) {
    const { path, treatment } = treatmentIn(entry);
    if (treatment !== 'ignore') found.set(path, { mode: entry.mode, object: entry.object, path, treatment });
  }
  const entries = [...found.values()];
  const sizes = sizesOf(
    entries.filter(({ treatment }) => treatment === 'read'),
    environment,
  );
  return entries.map((entry) => ({ ...entry, size: sizes.get(entry.object) ?? 0 }));
}

interface Treated {
  /** The path of the entry, or of the first directory above it with an invalid name. */
  readonly path: string;
  readonly treatment: Treatment;
}

function treatmentsIn(all: readonly TreeEntry[], environment: GitEnvironment): (entry: TreeEntry) => Treated {
  const byPath = new Map(all.map((entry) => [entry.path, entry]));
  const targets = linkTargets(all, environment);
  return ({ path, mode, object }) => {
    const steps = path.split('/');
    const invalid = steps.findIndex(isInvalidName) + 1;
    if (invalid > 0 && invalid < steps.length) return { path: steps.slice(0, invalid).join('/'), treatment: 'name' };
    const name = steps.pop() ?? '';
    const type = entryTypes[mode] ?? 'file';
    if (type === 'directory') return { path, treatment: invalid > 0 ? 'name' : 'many-entries' };
    const inFolder = (inner: string) => byPath.get(posix.join(...steps, inner));
    const treatment = treatmentOf(
      { name, type },
      {
        hasSibling: (sibling) => inFolder(sibling) !== undefined,
        leadsToFile: () => isFile(inFolder(targets.get(object) ?? '/')),
      },
    );
    return { path, treatment };
  };
}

export function isBlob({ mode }: TreeEntry): boolean {
  return ['file', 'link'].includes(entryTypes[mode] ?? 'file');
}

function isFile(entry: TreeEntry | undefined): boolean {
  return entry !== undefined && entryTypes[entry.mode] === undefined;
}

/** The relative targets of links, by the name of the link's blob. Any number of links can have the same blob. */
function linkTargets(entries: readonly TreeEntry[], environment: GitEnvironment): ReadonlyMap<string, string> {
  const links = entries.filter(({ mode }) => entryTypes[mode] === 'link');
  if (links.length === 0) return new Map();
  const sizes = sizesOf(links, environment);
  const readable = new Set(links.map(({ object }) => object).filter((object) => (sizes.get(object) ?? 0) < 4096));
  const batch = catFile([...readable], environment);
  const texts = batch.ok ? [...batch.blobs].map(([object, bytes]) => [object, bytes.toString()] as const) : [];
  return new Map(texts.filter(([, text]) => !posix.isAbsolute(text)));
}
