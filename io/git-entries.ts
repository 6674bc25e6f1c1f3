import { posix } from 'node:path';
import { catFile, type GitEnvironment } from './git-process.ts';
import { isHidden, isInputPath, type Treatment, treatmentOf } from './source-rules.ts';

/** An entry of a Git tree, with its path below that tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly size: number;
  readonly path: string;
}

export interface SourceEntry extends TreeEntry {
  readonly treatment: Exclude<Treatment, 'ignore'>;
}

/** Parses the output of `git ls-tree -z -l`, in which a file that a partial clone lacks has the size BAD. */
export function parseListing(listing: string): readonly TreeEntry[] {
  return listing.split('\0').flatMap((line) => {
    const found = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-|BAD)\t([\s\S]+)$/.exec(line);
    if (!found) return [];
    const [, mode = '', object = '', size = '', path = ''] = found;
    return [{ mode, object, size: Number(size) || 0, path }];
  });
}

/** Git's modes of entries that are not regular files. */
export const entryTypes: Readonly<Record<string, 'link' | 'submodule'>> = { '120000': 'link', '160000': 'submodule' };

/** Whether a change of the entry can change what a reader returns. */
export function isInput({ mode, path }: TreeEntry): boolean {
  return isInputPath(path) || (entryTypes[mode] !== undefined && !path.split('/').some(isHidden));
}

/** Entries that a reader does not ignore. A directory with an invalid name counts once, instead of its files. */
export function sourceEntries(all: readonly TreeEntry[], environment: GitEnvironment): readonly SourceEntry[] {
  const byPath = new Map(all.map((entry) => [entry.path, entry]));
  const targets = linkTargets(all, environment);
  const found = all.flatMap((entry): readonly SourceEntry[] => {
    const steps = entry.path.split('/');
    const name = steps.pop() ?? '';
    if (steps.some(isHidden)) return [];
    const invalid = steps.findIndex((step) => step.includes('\ufffd'));
    if (invalid >= 0) return [{ ...entry, path: steps.slice(0, invalid + 1).join('/'), treatment: 'name' }];
    const inFolder = (path: string) => byPath.get(posix.join(...steps, path));
    const treatment = treatmentOf(
      { name, type: entryTypes[entry.mode] ?? 'file' },
      {
        hasSibling: (sibling) => inFolder(sibling) !== undefined,
        leadsToFile: () => isFile(inFolder(targets.get(entry.object) ?? '/')),
      },
    );
    return treatment === 'ignore' ? [] : [{ ...entry, treatment }];
  });
  return [...new Map(found.map((entry) => [entry.path, entry])).values()];
}

function isFile(entry: TreeEntry | undefined): boolean {
  return entry !== undefined && entryTypes[entry.mode] === undefined;
}

/** The relative targets of links, by the name of the link's blob. */
function linkTargets(all: readonly TreeEntry[], environment: GitEnvironment): ReadonlyMap<string, string> {
  const links = all.filter(({ mode, size }) => entryTypes[mode] === 'link' && size < 4096);
  if (links.length === 0) return new Map();
  const batch = catFile(
    links.map(({ object }) => object),
    environment,
  );
  const texts = batch.ok ? [...batch.blobs].map(([object, bytes]) => [object, bytes.toString()] as const) : [];
  return new Map(texts.filter(([, text]) => !posix.isAbsolute(text)));
}
