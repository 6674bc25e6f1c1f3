import { createHash } from 'node:crypto';
import { compare } from '../data/order.ts';
import type { TreeFile } from '../io/git-remote.ts';
import { ownershipFile, ownershipText } from '../io/ownership.ts';
import { sha256 } from '../io/sha256.ts';
import { hydratorFile } from '../shell/hydrator.ts';
import type { DeliveryTarget } from './delivery-target.ts';

/** A rendered file with its path relative to the target folder. */
export interface DesiredFile {
  readonly path: string;
  readonly text: string;
}

export interface CommitPlan {
  /** The files to write, including the metadata of the render. */
  readonly write: readonly DesiredFile[];
  /** Paths of files that an earlier render wrote and this render does not contain. */
  readonly remove: readonly string[];
  /** Paths of all written and removed files except metadata. Metadata alone does not justify a commit. */
  readonly changed: readonly string[];
  /** Paths of files that leasehold did not write and that block paths it needs. */
  readonly conflicts: readonly string[];
}

/** Plans the changes that leave the target with exactly these leasehold files. Other files remain unchanged. */
export function planCommit(desired: readonly DesiredFile[], { files, ownership, head }: DeliveryTarget): CommitPlan {
  const all = withOwnership(desired);
  const owned = new Set([ownershipFile, ...(ownership?.files ?? []).map(({ path }) => path)]);
  const algorithm = head?.length === 64 ? 'sha256' : 'sha1';
  const write = all.filter(({ path, text }) => !isSame(files.get(path), text, algorithm));
  const wanted = new Set(all.map(({ path }) => path));
  const remove = [...owned].filter((path) => !wanted.has(path) && files.has(path)).sort(compare);
  const changed = [...write.map(({ path }) => path), ...remove].filter((path) => !isRecord(path));
  return { write, remove, changed, conflicts: foreignFiles(files, owned, wanted) };
}

/**
 * Whether the head branch of a pull request equals its target with exactly these files of leasehold, except for the
 * hydrator metadata. Anyone who can push to the branch could have added other files, which a reviewer of a render does
 * not expect.
 */
export function isDelivered(
  desired: readonly DesiredFile[],
  { pullBranch, target }: Readonly<Record<'pullBranch' | 'target', DeliveryTarget>>,
): boolean {
  const { write, remove } = planCommit(desired, pullBranch);
  if (remove.length > 0 || write.some(({ path }) => path !== hydratorFile)) return false;
  const wanted = new Set([ownershipFile, ...desired.map(({ path }) => path)]);
  const obsolete = new Set((target.ownership?.files ?? []).map(({ path }) => path));
  const others = [...pullBranch.files.keys(), ...target.files.keys()].filter((path) => !wanted.has(path));
  return others.every((path) => {
    const [now, before] = [pullBranch.files.get(path), obsolete.has(path) ? undefined : target.files.get(path)];
    return now?.blob === before?.blob && now?.mode === before?.mode;
  });
}

function isRecord(path: string): boolean {
  return path === hydratorFile || path === ownershipFile;
}

/** Adds the ownership file with the digests of all files, as `leasehold render --out` does. */
function withOwnership(desired: readonly DesiredFile[]): readonly DesiredFile[] {
  const sorted = [...desired].sort((a, b) => compare(a.path, b.path));
  const files = sorted.map(({ path, text }) => ({ path, sha256: sha256(text) }));
  return [...sorted, { path: ownershipFile, text: ownershipText({ tenant: null, files }) }];
}

function isSame(file: TreeFile | undefined, text: string, algorithm: string): boolean {
  return file?.mode === '100644' && file.blob === blobName(text, algorithm);
}

/** The Git object ID of a file. */
export function blobName(text: string, algorithm: string): string {
  const header = `blob ${Buffer.byteLength(text)}\0`;
  return createHash(algorithm).update(header).update(text).digest('hex');
}

/** Files that leasehold does not own, at a wanted path, at one of its parent folders, or below it. */
function foreignFiles(
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

/** `a` and `a/b` for `a/b/c`. */
function parents(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
