import { createHash } from 'node:crypto';
import { compare } from '../data/order.ts';
import type { TreeFile } from '../io/git-remote.ts';
import { ownershipFile, ownershipText } from '../io/ownership.ts';
import { sha256 } from '../io/sha256.ts';
import { hydratorFile } from './hydrator.ts';
import type { Target } from './target.ts';

/** A file that a render wants at a path of the folder. */
export interface Desired {
  readonly path: string;
  readonly text: string;
}

export interface Plan {
  /** What differs and must be written, the records of the render included. */
  readonly write: readonly Desired[];
  /** Paths of files of an earlier render that this one has not. */
  readonly remove: readonly string[];
  /** Paths of what differs, but for the records, which say what a render was made from: they alone are no change. */
  readonly changed: readonly string[];
  /** Files that are not ours, where ours would have to be. */
  readonly inTheWay: readonly string[];
}

/** What must be done to the target so that it holds these files, and no others that we wrote. */
export function planChanges(desired: readonly Desired[], { files, ownership, head }: Target): Plan {
  const all = withOwnership(desired);
  const owned = new Set([ownershipFile, ...(ownership?.files ?? []).map(({ path }) => path)]);
  const algorithm = head?.length === 64 ? 'sha256' : 'sha1';
  const write = all.filter(({ path, text }) => !isSame(files.get(path), text, algorithm));
  const wanted = new Set(all.map(({ path }) => path));
  const remove = [...owned].filter((path) => !wanted.has(path) && files.has(path)).sort(compare);
  const changed = [...write.map(({ path }) => path), ...remove].filter((path) => !isRecord(path));
  return { write, remove, changed, inTheWay: strangers(files, owned, wanted) };
}

function isRecord(path: string): boolean {
  return path === hydratorFile || path === ownershipFile;
}

/** The list of files, one of them. In it are their digests, as in an output directory of the command line. */
function withOwnership(desired: readonly Desired[]): readonly Desired[] {
  const sorted = [...desired].sort((a, b) => compare(a.path, b.path));
  const files = sorted.map(({ path, text }) => ({ path, sha256: sha256(text) }));
  return [...sorted, { path: ownershipFile, text: ownershipText({ tenant: null, files }) }];
}

function isSame(file: TreeFile | undefined, text: string, algorithm: string): boolean {
  return file?.mode === '100644' && file.blob === blobName(text, algorithm);
}

/** The name that Git gives to the bytes of a file. */
export function blobName(text: string, algorithm: string): string {
  const header = `blob ${Buffer.byteLength(text)}\0`;
  return createHash(algorithm).update(header).update(text).digest('hex');
}

/** A file of others at a path of ours, above one (where ours needs a folder) or below one. */
function strangers(
  files: ReadonlyMap<string, TreeFile>,
  owned: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
): readonly string[] {
  const folders = new Set([...wanted].flatMap(parents));
  return [...files.keys()].filter((path) => {
    if (owned.has(path)) return false;
    return wanted.has(path) || folders.has(path) || parents(path).some((parent) => wanted.has(parent));
  });
}

/** `a/b/c` gives `a` and `a/b`. */
function parents(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
