import { posix } from 'node:path';
import { openDirectoryLimits, sizeLimits } from '../core/source/directory-limits.ts';
import { limits } from '../data/limits.ts';
import type { SourceFile } from '../leasehold.ts';
import {
  entryTypes,
  type FindAuthors,
  isBlob,
  type SourceEntry,
  sourceEntries,
  type TreeEntry,
} from './git-entries.ts';
import { catFile, type GitEnvironment, gitError, sizesOf } from './git-process.ts';
import { below } from './platform-directory.ts';
import { decodeSource, inputFiles } from './source-rules.ts';

type EntryFiles =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | { readonly ok: false; readonly why: 'unreadable'; readonly message: string };

interface Listed {
  readonly listing: {
    readonly entries: readonly TreeEntry[];
    readonly inner: string;
    readonly authorsIn: FindAuthors;
  };
  readonly environment: GitEnvironment;
}

/** Reads the files of a listing, except those of tenants' directories that exceed a limit. Paths start with `root`. */
export function readWithinLimits(root: string, { listing, environment }: Listed): EntryFiles {
  const { inner, authorsIn } = listing;
  const entries = sourceEntries(listing.entries, environment);
  const pathOf = ({ path }: TreeEntry) => below(inner, path);
  const fromTop = () => listing.entries.map((entry) => ({ ...entry, path: pathOf(entry) }));
  const directories = openDirectoryLimits(sizeLimits, () => authorsIn(fromTop) ?? (() => undefined));
  for (const entry of entries) directories.add(pathOf(entry), [1, isReadable(entry) ? entry.size : 0]);
  const kept = directories.apply(entries, pathOf, exceeding);
  return readEntries(kept, root, environment);
}

/** Reads entries with one process. Paths start with `root`, like those of a directory. */
export function readEntries(entries: readonly SourceEntry[], root: string, environment: GitEnvironment): EntryFiles {
  const read = readUnchecked(entries, root, environment);
  return read.ok ? { ok: true, files: inputFiles(read.files) } : read;
}

/** Reads attribute files, without a check of the attributes. */
export function readAttributes(entries: readonly TreeEntry[], environment: GitEnvironment): readonly SourceFile[] {
  const sizes = sizesOf(entries.filter(isBlob), environment);
  const treated = entries.map((entry): SourceEntry => {
    const treatment = entryTypes[entry.mode] === undefined ? 'read' : 'link';
    return { ...entry, treatment, size: sizes.get(entry.object) ?? 0 };
  });
  const read = readUnchecked(treated, '', environment);
  if (!read.ok) throw gitError(read.message);
  return read.files;
}

function readUnchecked(entries: readonly SourceEntry[], root: string, environment: GitEnvironment): EntryFiles {
  // A tree can contain the same blob under any number of names.
  const objects = new Set(entries.filter(isReadable).map(({ object }) => object));
  const batch = catFile([...objects], environment);
  if (!batch.ok) return { ok: false, why: 'unreadable', message: batch.message };
  const files = entries.map(({ object, path: inner, treatment }): SourceFile => {
    const path = posix.join(root, inner);
    if (treatment !== 'read') return { path, unreadable: treatment };
    const bytes = batch.blobs.get(object);
    return bytes ? decodeSource(path, bytes) : { path, unreadable: 'too-large' };
  });
  return { ok: true, files };
}

function exceeding(entry: SourceEntry): SourceEntry {
  return { ...entry, treatment: 'large-directory' };
}

function isReadable({ treatment, size }: SourceEntry): boolean {
  return treatment === 'read' && size <= limits.bytes;
}
