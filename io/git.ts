import { posix } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import { attributesAbove } from './git-attributes.ts';
import type { ObjectSource } from './git-authors.ts';
import { readAttributes, readWithinLimits } from './git-blobs.ts';
import { isBlob, isInput, type TreeEntry } from './git-entries.ts';
import { repositoryProblem } from './git-facts.ts';
import { listTree, placeInRepository, type Tree } from './git-listing.ts';
import type { RemoteResult } from './git-network.ts';
import { type GitEnvironment, git } from './git-process.ts';
import { branchesFirst, commitIn } from './git-revision.ts';
import { below, decidingFiles, directoriesAbove, platformPlaces, shownFrom } from './platform-directory.ts';

export type RevisionFiles =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | {
      readonly ok: false;
      /** `no-files`: the revision exists but has no input file below the path. */
      readonly why: 'no-files' | 'unreadable';
      /** Set if the revision does not exist. */
      readonly isUnknown?: true;
      readonly message: string;
    };

/**
 * Reads the input files of a revision below a path, without a checkout. Treats entries like a read of a directory.
 * `environment` selects a repository other than that of the working directory.
 */
export function readRevision(revision: string, path: string, environment: GitEnvironment = {}): RevisionFiles {
  const commit = commitIn(branchesFirst(revision, environment), environment);
  if (commit === undefined) return { ...unreadable(unknownRevision(revision, environment)), isUnknown: true };
  const listing = listTree(commit, path, { environment });
  if (!listing.ok) return unreadable(listing.message);
  const read = readWithinLimits(path, { listing, environment });
  if (!read.ok) return read;
  if (read.files.length > 0) return withPlatform(read.files, path, { listing, environment });
  return { ok: false, why: 'no-files', message: `${revision} has no .yaml, .yml or .json files in ${path}` };
}

/**
 * Returns a text that is equal for two commits with the same inputs below a path, including files above it that can contain the
 * Platform. Undefined if the path cannot be listed. Reads no contents, unless the path has so many entries that the limits of
 * tenants' directories can apply.
 */
export function sourcesFingerprint(commit: string, path: string, source: ObjectSource): string | undefined {
  const listing = listTree(commit, path, source);
  if (!listing.ok) return undefined;
  return inputsOf(listing)
    .map(({ mode, object, path: file }) => `${mode} ${object} ${file}\0`)
    .join('');
}

/** Fetches the contents that a read of a commit below a path needs. Fetches nothing if the path cannot be listed. */
export function fetchSources(commit: string, path: string, source: Required<ObjectSource>): RemoteResult<undefined> {
  const listing = listTree(commit, path, source);
  const blobs = listing.ok ? inputsOf(listing).filter(isBlob) : [];
  return source.fetchBlobs(blobs.map(({ object }) => object));
}

function inputsOf({ entries, attributes, above }: Tree): readonly TreeEntry[] {
  return [...[...entries, ...above.flat()].filter(isInput), ...attributes];
}

interface Read {
  readonly listing: Tree;
  readonly environment: GitEnvironment;
}

/**
 * Adds the files of the Platform that determines which tenant owns each file, and attribute files that can change the content of
 * files that are read, as reading a directory does.
 */
function withPlatform(files: readonly SourceFile[], path: string, { listing, environment }: Read): RevisionFiles {
  const start = posix.join(path, '_').length - 1;
  const own = files.map((file) => ({ ...file, path: below(listing.inner, file.path.slice(start)) }));
  const more = [...harmfulAttributes({ listing, environment }), ...decidingFiles(own, listing.filesAbove())];
  if (more.length === 0) return { ok: true, files };
  const { prefix, top } = placeInRepository(environment);
  const all = [...more, ...own];
  if (posix.isAbsolute(path)) return { ok: true, files: all.map((file) => ({ ...file, path: below(top, file.path) })) };
  return { ok: true, files: shownFrom(all, prefix.replace(/\/$/, ''), posix.relative(`/${prefix}`, '/')) };
}

function harmfulAttributes({ listing, environment }: Read): readonly SourceFile[] {
  const { inner, attributes, filesAbove } = listing;
  const places = () => [inner, ...platformPlaces(filesAbove(), directoriesAbove(inner))];
  return attributesAbove(readAttributes(attributes, environment), places);
}

function unreadable(message: string): Extract<RevisionFiles, { readonly ok: false }> {
  return { ok: false, why: 'unreadable', message };
}

function unknownRevision(revision: string, environment: GitEnvironment): string {
  const problem = repositoryProblem(environment);
  if (problem !== undefined) return `${revision} is not a revision: ${problem}`;
  const shallow = git(['rev-parse', '--is-shallow-repository'], environment);
  const isShallow = shallow.ok && shallow.out.toString().trim() === 'true';
  const hint = isShallow ? '; this clone is shallow: fetch more of its history (git fetch --unshallow)' : '';
  return `${revision} is not a revision of this repository${hint}`;
}
