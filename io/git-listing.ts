import { posix } from 'node:path';
import { once } from '../data/once.ts';
import type { SourceFile } from '../leasehold.ts';
import { filesOf, type ObjectSource, openAuthors } from './git-authors.ts';
import { entryTypes, type FindAuthors, parseListing, type TreeEntry, treeMode } from './git-entries.ts';
import { type Level, placeOf } from './git-levels.ts';
import { type GitEnvironment, git, gitError } from './git-process.ts';
import { walkTree } from './git-tree.ts';
import { below, canHavePlatform } from './platform-directory.ts';
import { isSourceName } from './source-rules.ts';

export interface Tree {
  readonly ok: true;
  readonly entries: readonly TreeEntry[];
  /** The path that is read, from the root of the repository, with links followed. */
  readonly inner: string;
  /** The attribute files in the directories above the path. */
  readonly attributes: readonly TreeEntry[];
  /**
   * The entries of each directory above or beside the path that can contain the Platform, with paths from the root of the
   * repository.
   */
  readonly above: readonly (readonly TreeEntry[])[];
  /** The files of these entries. */
  readonly filesAbove: () => readonly (readonly SourceFile[])[];
  /** Entries have paths from the root of the repository. */
  readonly authorsIn: FindAuthors;
}

type Listing = Tree | { readonly ok: false; readonly message: string };

/** The entries of a commit below a path, and those above it that can define the Platform. */
export function listTree(commit: string, path: string, source: ObjectSource): Listing {
  const { environment } = source;
  const { prefix, top } = placeInRepository(environment);
  const named = posix.isAbsolute(path) ? posix.relative(top, path) : posix.join(prefix, path);
  const root = followRoot(`${commit}:`, named, environment) ?? { ok: false, message: `${path} ${noDirectory}` };
  if (!root.ok) return root;
  const linked = posix.normalize(named).replace(/^\.\/?$|\/+$/g, '');
  if (root.tree === undefined) return { ...noEntries, inner: linked };
  const { inner, levels, attributes } = placeOf(commit, linked, environment);
  const above = levels.flatMap((level) => listAbove(level, inner, source));
  const filesAbove = once(() => above.map((entries) => filesOf(entries, source)));
  const authorsIn = openAuthors(filesAbove, source);
  const listing = walkTree({ path: inner, object: root.tree }, { environment, authorsIn });
  if (!listing.ok) return listing;
  const start = inner === '' ? 0 : inner.length + 1;
  const entries = listing.entries.map((entry) => ({ ...entry, path: entry.path.slice(start) }));
  return { ok: true, entries, inner, attributes, above, filesAbove, authorsIn };
}

const noEntries = {
  ok: true,
  entries: [],
  attributes: [],
  above: [],
  filesAbove: () => [],
  authorsIn: () => undefined,
} as const;

/** Each directory in the folder that might contain the Platform, and the files directly in the folder. */
function listAbove(
  { folder, children }: Level,
  inner: string,
  source: ObjectSource,
): readonly (readonly TreeEntry[])[] {
  const { environment } = source;
  const files = children.filter(({ mode, path }) => mode.startsWith('100') && isSourceName(path));
  const folders = children
    .filter(({ mode, path }) => mode === treeMode && canHavePlatform(path))
    .map(({ object, path }) => ({ object, path: below(folder, path) }))
    .filter(({ path }) => !`${inner}/`.startsWith(`${path}/`));
  const others = folders.map((top) => {
    const listing = walkTree(top, { environment, authorsIn: openAuthors(() => [], source) });
    if (!listing.ok) throw gitError(listing.message);
    return listing.entries;
  });
  return [...others, files.map((file) => ({ ...file, path: below(folder, file.path) }))];
}

/** The tree of the directory that is read; undefined if there is none. */
type RootTree =
  | { readonly ok: true; readonly tree: string | undefined }
  | { readonly ok: false; readonly message: string };

/** The working directory in the repository, and the root of the repository. */
export function placeInRepository(environment: GitEnvironment): { readonly prefix: string; readonly top: string } {
  const found = git(['rev-parse', '--show-prefix', '--show-toplevel'], environment);
  const [prefix = '', top = ''] = found.ok ? found.out.toString().split('\n') : [];
  return { prefix, top };
}

const noDirectory = 'is neither a directory of the repository nor a link to one';

/**
 * The directory itself can be a link inside the repository, as for a read of a directory. Git itself follows links, except those
 * with `./` or a slash at the end. Undefined if they lead to no directory, or out of the repository.
 */
function followRoot(commit: string, path: string, environment: GitEnvironment, links = 5): RootTree | undefined {
  const inner = posix.normalize(path).replace(/^\.\/?$|\/+$/g, '');
  if (/^\.\.(?:\/|$)/.test(inner) || links === 0) return undefined;
  const checked = git(['cat-file', '--batch-check', '--follow-symlinks'], environment, `${commit}${inner}\n`);
  if (!checked.ok) return checked;
  const text = checked.out.toString();
  const [, tree] = /^([0-9a-f]+) tree \d+\n$/.exec(text) ?? [];
  if (tree !== undefined) return { ok: true, tree };
  if (isInSubmodule(commit, inner, environment)) return { ok: false, message: `${inner} ${inSubmodule}` };
  if (/ missing\n$/.test(text)) return { ok: true, tree };
  const target = git(['cat-file', 'blob', `${commit}${inner}`], environment);
  if (!target.ok || !text.startsWith('dangling ')) return undefined;
  return followRoot(commit, posix.join(posix.dirname(inner), target.out.toString()), environment, links - 1);
}

const inSubmodule = 'is in a submodule, whose files are not read';

/** Git reports the contents of a submodule as missing, as if the directory did not exist. */
function isInSubmodule(commit: string, path: string, environment: GitEnvironment): boolean {
  const steps = path.split('/');
  const parents = steps.map((_, index) => steps.slice(0, index + 1).join('/'));
  const listed = git(['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...parents], environment);
  return listed.ok && parseListing(listed.out.toString()).some(({ mode }) => entryTypes[mode] === 'submodule');
}
