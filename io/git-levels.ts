import { posix } from 'node:path';
import { attributesName } from './git-attributes.ts';
import { entryTypes, parseListing, type TreeEntry } from './git-entries.ts';
import { type GitEnvironment, git, gitError } from './git-process.ts';
import { below, directoriesAbove } from './platform-directory.ts';

/** A directory above a path, with its direct entries. */
export interface Level {
  readonly folder: string;
  readonly children: readonly TreeEntry[];
}

/** The directories above a path, the nearest first. */
function listLevels(commit: string, path: string, environment: GitEnvironment): readonly Level[] {
  return directoriesAbove(path).map((folder) => {
    const listed = git(['ls-tree', '-z', '--full-tree', `${commit}:${folder}`], environment);
    // A link to a directory is not a tree.
    if (!listed.ok && !isMissingTree(listed.message)) throw gitError(listed.message);
    return { folder, children: parseListing(listed.ok ? listed.out.toString() : '') };
  });
}

/**
 * Whether the tree does not exist. Any other failure must stop the read, because a Platform with rules for authors could be
 * missed.
 */
function isMissingTree(message: string): boolean {
  return /not a valid object name|not a tree object|does not exist/i.test(message);
}

interface Place {
  /** The path with links followed. */
  readonly inner: string;
  /** The directories above it. */
  readonly levels: readonly Level[];
  /** The attribute files in these directories and above the links. */
  readonly attributes: readonly TreeEntry[];
}

/** Follows the links on a path that leads to a directory of the repository. */
export function placeOf(commit: string, path: string, environment: GitEnvironment): Place {
  const levels = listLevels(commit, path, environment);
  const own = levels.flatMap(({ folder, children }) =>
    children.filter(isAttributes).map((entry) => ({ ...entry, path: below(folder, entry.path) })),
  );
  const link = outermostLink(path, levels);
  if (link === undefined) return { inner: path, levels, attributes: own };
  const rest = placeOf(commit, target(path, link, environment), environment);
  const all = new Map([...own, ...rest.attributes].map((entry) => [entry.path, entry]));
  return { ...rest, attributes: [...all.values()] };
}

/** A directory with the name of an attribute file has no effect. */
function isAttributes({ mode, path }: TreeEntry): boolean {
  return path === attributesName && ['file', 'link'].includes(entryTypes[mode] ?? 'file');
}

function outermostLink(path: string, levels: readonly Level[]): TreeEntry | undefined {
  const links = levels.flatMap(({ folder, children }) =>
    children
      .filter(({ mode }) => entryTypes[mode] === 'link')
      .map((entry) => ({ ...entry, path: below(folder, entry.path) })),
  );
  return links.findLast((link) => `${path}/`.startsWith(`${link.path}/`));
}

/** The path after one of its links is followed. */
function target(path: string, link: TreeEntry, environment: GitEnvironment): string {
  const read = git(['cat-file', 'blob', link.object], environment);
  if (!read.ok) throw gitError(read.message);
  const next = posix.join(posix.dirname(link.path), read.out.toString(), path.slice(link.path.length));
  return next === '.' || next === './' ? '' : next.replace(/\/$/, '');
}
