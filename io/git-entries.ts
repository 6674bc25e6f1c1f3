import { posix } from 'node:path';
import { catFile, type GitEnvironment, gitError, sizesOf } from './git-process.ts';
import { isHidden, isInputPath, isInvalidName, type Treatment, treatmentOf } from './source-rules.ts';

/** An entry of a Git tree, with its path below that tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

export interface SourceEntry extends TreeEntry {
  readonly treatment: Exclude<Treatment, 'ignore'>;
  /** 0 if the file is not read, or is missing. */
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
  const visible = all.filter(({ path }) => !path.split('/').slice(0, -1).some(isHidden));
  const byPath = new Map(visible.map((entry) => [entry.path, entry]));
  const sizes = sizesOf(
    visible.filter((entry) => isInput(entry) && isBlob(entry)),
    environment,
  );
  const targets = linkTargets(visible, sizes, environment);
  const found = visible.flatMap((entry): readonly SourceEntry[] => {
    const steps = entry.path.split('/');
    const name = steps.pop() ?? '';
    const invalid = steps.findIndex(isInvalidName);
    if (invalid >= 0) return [{ ...entry, path: steps.slice(0, invalid + 1).join('/'), treatment: 'name', size: 0 }];
    const inFolder = (path: string) => byPath.get(posix.join(...steps, path));
    const treatment = treatmentOfEntry(name, entry, {
      hasSibling: (sibling) => inFolder(sibling) !== undefined,
      leadsToFile: () => isFile(inFolder(targets.get(entry.object) ?? '/')),
    });
    return treatment === 'ignore' ? [] : [{ ...entry, treatment, size: sizes.get(entry.object) ?? 0 }];
  });
  return [...new Map(found.map((entry) => [entry.path, entry])).values()];
}

function treatmentOfEntry(
  name: string,
  { mode }: TreeEntry,
  surroundings: Parameters<typeof treatmentOf>[1],
): Treatment {
  const type = entryTypes[mode] ?? 'file';
  if (type !== 'directory') return treatmentOf({ name, type }, surroundings);
  return isInvalidName(name) ? 'name' : 'many-entries';
}

export function isBlob({ mode }: TreeEntry): boolean {
  return ['file', 'link'].includes(entryTypes[mode] ?? 'file');
}

function isFile(entry: TreeEntry | undefined): boolean {
  return entry !== undefined && entryTypes[entry.mode] === undefined;
}

/** The relative targets of links, by the name of the link's blob. Any number of links can have the same blob. */
function linkTargets(
  entries: readonly TreeEntry[],
  sizes: ReadonlyMap<string, number>,
  environment: GitEnvironment,
): ReadonlyMap<string, string> {
  const links = entries.filter(({ mode, object }) => entryTypes[mode] === 'link' && (sizes.get(object) ?? 0) < 4096);
  if (links.length === 0) return new Map();
  const batch = catFile([...new Set(links.map(({ object }) => object))], environment);
  const texts = batch.ok ? [...batch.blobs].map(([object, bytes]) => [object, bytes.toString()] as const) : [];
  return new Map(texts.filter(([, text]) => !posix.isAbsolute(text)));
}
