import { posix } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import { catFile, type GitEnvironment, git } from './git-process.ts';
import { decodeSource, isHidden, isSourceName, isSourceOverride, largestFile } from './source-rules.ts';

export type RevisionFiles =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  /** `no-files`: the revision exists but has no input file below the path. */
  | { readonly ok: false; readonly why: 'no-files' | 'unreadable'; readonly message: string };

interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly size: number;
  readonly path: string;
}

/**
 * Reads the input files of a revision below a path, without a checkout. Ignores the same files as a read of a directory.
 * `environment` selects another repository than that of the working directory.
 */
export function readRevision(revision: string, path: string, environment: GitEnvironment = {}): RevisionFiles {
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], environment);
  if (!commit.ok) return unreadable(commit.message || unknownRevision(revision, environment));
  const listing = listEntries(commit.out.toString().trim(), path, environment);
  if (!listing.ok) return unreadable(listing.message);
  if (listing.entries.length > 0) return readBlobs(listing.entries, environment);
  return { ok: false, why: 'no-files', message: `${revision} has no files below ${path}` };
}

/** Equal for two commits with the same input files below a path. Undefined for an unknown commit. */
export function sourcesFingerprint(commit: string, path: string, environment: GitEnvironment = {}): string | undefined {
  const listing = listEntries(commit, path, environment);
  if (!listing.ok) return undefined;
  return listing.entries.map(({ mode, object, path: file }) => `${mode} ${object} ${file}\0`).join('');
}

function listEntries(commit: string, path: string, environment: GitEnvironment) {
  const listing = git(['ls-tree', '-r', '-z', '-l', commit, '--', `${path.replace(/\/+$/, '')}/`], environment);
  return listing.ok ? ({ ok: true, entries: parseListing(listing.out.toString(), path) } as const) : listing;
}

function unreadable(message: string): RevisionFiles {
  return { ok: false, why: 'unreadable', message };
}

function unknownRevision(revision: string, environment: GitEnvironment): string {
  const shallow = git(['rev-parse', '--is-shallow-repository'], environment);
  const isShallow = shallow.ok && shallow.out.toString().trim() === 'true';
  const hint = isShallow ? '; this clone is shallow: fetch more of its history (git fetch --unshallow)' : '';
  return `${revision} is neither a directory nor a revision of this repository${hint}`;
}

function parseListing(listing: string, root: string): readonly TreeEntry[] {
  return listing.split('\0').flatMap((line) => {
    const found = /^(\d+) blob ([0-9a-f]+) +(\d+)\t([\s\S]+)$/.exec(line);
    if (!found) return [];
    const [, mode = '', object = '', size = '', path = ''] = found;
    const inner = posix.relative(root, path).split('/');
    const name = posix.basename(path);
    const isShown = !inner.slice(0, -1).some(isHidden) && (!isHidden(name) || isSourceOverride(name));
    return isSourceName(path) && isShown ? [{ mode, object, size: Number(size), path }] : [];
  });
}

function readBlobs(entries: readonly TreeEntry[], environment: GitEnvironment): RevisionFiles {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const wanted = entries.filter(({ size }) => size <= largestFile);
  const batch = catFile(
    wanted.map(({ object }) => object),
    environment,
  );
  if (!batch.ok) return unreadable(batch.message);
  const { blobs } = batch;
  const files = entries.map(({ mode, object, path }): SourceFile => {
    if (isSourceOverride(posix.basename(path))) return { path, unreadable: 'source-override' };
    const bytes = mode === '120000' ? linkTarget(path, blobs.get(object), byPath, blobs) : blobs.get(object);
    if (bytes) return decodeSource(path, bytes);
    return { path, unreadable: mode === '120000' ? 'link-outside' : 'too-large' };
  });
  return { ok: true, files };
}

/** The contents of a link's target if that is an input file too. */
function linkTarget(
  path: string,
  target: Buffer | undefined,
  entries: ReadonlyMap<string, TreeEntry>,
  blobs: ReadonlyMap<string, Buffer>,
): Buffer | undefined {
  const entry = entries.get(posix.join(posix.dirname(path), target?.toString() ?? ''));
  return entry && entry.mode !== '120000' ? blobs.get(entry.object) : undefined;
}
