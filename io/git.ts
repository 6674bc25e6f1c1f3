import { posix } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import { readEntries, readWithinLimits } from './git-blobs.ts';
import { entryTypes, isInput, parseListing, sourceEntries, type TreeEntry } from './git-entries.ts';
import { repositoryProblem } from './git-facts.ts';
import { type GitEnvironment, git, gitError } from './git-process.ts';
import { below, canHavePlatform, decidingFiles, directoriesAbove, shownFrom } from './platform-directory.ts';
import { isSourceName } from './source-rules.ts';

export type RevisionFiles =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  /** `no-files`: the revision exists but has no input file below the path. */
  | { readonly ok: false; readonly why: 'no-files' | 'unreadable'; readonly message: string };

/**
 * Reads the input files of a revision below a path, without a checkout. Treats entries like a read of a directory.
 * `environment` selects a repository other than that of the working directory.
 */
export function readRevision(revision: string, path: string, environment: GitEnvironment = {}): RevisionFiles {
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], environment);
  if (!commit.ok) return unreadable(unknownRevision(revision, environment));
  const listing = listTree(commit.out.toString().trim(), path, environment);
  if (!listing.ok) return unreadable(listing.message);
  const read = readWithinLimits(path, { listing, environment });
  if (!read.ok) return read;
  if (read.files.length > 0) return withPlatform(read.files, path, { listing, environment });
  return { ok: false, why: 'no-files', message: `${revision} has no .yaml, .yml or .json files in ${path}` };
}

/**
 * Returns a text that is equal for two commits with the same inputs below a path, including files above it that can contain the
 * Platform. Undefined if the path cannot be listed. Reads no contents.
 */
export function sourcesFingerprint(commit: string, path: string, environment: GitEnvironment = {}): string | undefined {
  const listing = listTree(commit, path, environment);
  if (!listing.ok) return undefined;
  const entries = [...listing.entries, ...listing.above.flat()].filter(isInput);
  return entries.map(({ mode, object, path: file }) => `${mode} ${object} ${file}\0`).join('');
}

/** The blobs that a read of a commit below a path needs; none if the path cannot be listed. Reads no file contents. */
export function sourceBlobs(commit: string, path: string, environment: GitEnvironment = {}): readonly string[] {
  const listing = listTree(commit, path, environment);
  if (!listing.ok) return [];
  const entries = [...listing.entries, ...listing.above.flat()];
  return entries.filter((entry) => isInput(entry) && entry.mode !== '160000').map(({ object }) => object);
}

interface Tree {
  readonly ok: true;
  readonly entries: readonly TreeEntry[];
  /** The path that is read, from the root of the repository. */
  readonly inner: string;
  /**
   * The entries of each directory above or beside the path that can contain the Platform, with paths from the root of the
   * repository.
   */
  readonly above: readonly (readonly TreeEntry[])[];
}

type Listing = Tree | { readonly ok: false; readonly message: string };

interface Read {
  readonly listing: Tree;
  readonly environment: GitEnvironment;
}

/** Adds the files of the Platform that determines which tenant owns each file, as reading a directory does. */
function withPlatform(files: readonly SourceFile[], path: string, { listing, environment }: Read): RevisionFiles {
  const candidates: (readonly SourceFile[])[] = [];
  for (const entries of listing.above) {
    const read = readEntries(sourceEntries(entries, environment), '', environment);
    if (!read.ok) return read;
    candidates.push(read.files);
  }
  const start = posix.join(path, '_').length - 1;
  const own = files.map((file) => ({ ...file, path: below(listing.inner, file.path.slice(start)) }));
  const deciding = decidingFiles(own, candidates);
  if (deciding.length === 0) return { ok: true, files };
  const { prefix, top } = placeInRepository(environment);
  const all = [...deciding, ...own];
  if (posix.isAbsolute(path)) return { ok: true, files: all.map((file) => ({ ...file, path: below(top, file.path) })) };
  return { ok: true, files: shownFrom(all, prefix.replace(/\/$/, ''), posix.relative(`/${prefix}`, '/')) };
}

function listTree(commit: string, path: string, environment: GitEnvironment): Listing {
  const root = rootTree(commit, path, environment);
  if (!root.ok) return root;
  const inner = innerPath(path, environment);
  if (root.tree === undefined) return { ok: true, entries: [], inner, above: [] };
  const listing = git(['ls-tree', '-r', '-z', '-l', '--full-tree', root.tree], environment);
  if (!listing.ok) return listing;
  const above = directoriesAbove(inner).flatMap((folder) => listAbove(commit, folder, { inner, environment }));
  return { ok: true, entries: parseListing(listing.out.toString()), inner, above };
}

/** Each directory in `folder` that might contain the Platform, and the files directly in `folder`. */
function listAbove(
  commit: string,
  folder: string,
  { inner, environment }: { readonly inner: string; readonly environment: GitEnvironment },
): readonly (readonly TreeEntry[])[] {
  const list = (tree: string, ...options: string[]) => {
    const found = git(['ls-tree', '-z', '-l', '--full-tree', ...options, tree], environment);
    if (!found.ok && !isMissingTree(found.message)) throw gitError(found.message);
    return found.ok ? found.out.toString() : '';
  };
  // A link to a directory is not a tree.
  const children = list(`${commit}:${folder}`);
  const files = parseListing(children).filter(({ mode, path }) => mode.startsWith('100') && isSourceName(path));
  const folders = [...children.matchAll(/(?:^|\0)040000 [^\t]*\t([^\0]+)/g)].map(([, name]) => name as string);
  const paths = folders.filter(canHavePlatform).map((name) => below(folder, name));
  const others = paths.filter((path) => !`${inner}/`.startsWith(`${path}/`));
  const inFolder = (path: string) => (entry: TreeEntry) => ({ ...entry, path: below(path, entry.path) });
  return [
    ...others.map((path) => parseListing(list(`${commit}:${path}`, '-r')).map(inFolder(path))),
    files.map(inFolder(folder)),
  ];
}

/**
 * Whether the tree does not exist. Any other failure must stop the read, because a Platform with rules for authors could be
 * missed.
 */
function isMissingTree(message: string): boolean {
  return /not a valid object name|not a tree object|does not exist/i.test(message);
}

type RootTree =
  | { readonly ok: true; readonly tree: string | undefined }
  | { readonly ok: false; readonly message: string };

/**
 * The tree of the directory that is read; undefined if there is none. The directory itself can be a link inside the
 * repository, as for a read of a directory. A link that leaves the repository is an error.
 */
function rootTree(commit: string, path: string, environment: GitEnvironment): RootTree {
  const { prefix, top } = placeInRepository(environment);
  const inner = posix.isAbsolute(path) ? posix.relative(top, path) : posix.join(prefix, path);
  return followRoot(`${commit}:`, inner, environment) ?? { ok: false, message: `${path} ${noDirectory}` };
}

function innerPath(path: string, environment: GitEnvironment): string {
  const { prefix, top } = placeInRepository(environment);
  const inner = posix.isAbsolute(path) ? posix.relative(top, path) : posix.join(prefix, path);
  return posix.normalize(inner).replace(/^\.\/?$|\/+$/g, '');
}

/** The working directory in the repository, and the root of the repository. */
function placeInRepository(environment: GitEnvironment): { readonly prefix: string; readonly top: string } {
  const found = git(['rev-parse', '--show-prefix', '--show-toplevel'], environment);
  const [prefix = '', top = ''] = found.ok ? found.out.toString().split('\n') : [];
  return { prefix, top };
}

const noDirectory = 'is neither a directory of the repository nor a link to one';

/** Git itself follows links, except those with `./` or a slash at the end. Undefined if they lead to no directory. */
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
  const listed = git(
    ['--literal-pathspecs', 'ls-tree', '-z', '-l', '--full-tree', commit, '--', ...parents],
    environment,
  );
  return listed.ok && parseListing(listed.out.toString()).some(({ mode }) => entryTypes[mode] === 'submodule');
}

function unreadable(message: string): RevisionFiles {
  return { ok: false, why: 'unreadable', message };
}

function unknownRevision(revision: string, environment: GitEnvironment): string {
  const problem = repositoryProblem(environment);
  if (problem !== undefined) return `${revision} is not a directory, and ${problem}`;
  const shallow = git(['rev-parse', '--is-shallow-repository'], environment);
  const isShallow = shallow.ok && shallow.out.toString().trim() === 'true';
  const hint = isShallow ? '; this clone is shallow: fetch more of its history (git fetch --unshallow)' : '';
  return `${revision} is neither a directory nor a revision of this repository${hint}`;
}
