import { spawnSync } from 'node:child_process';
import { posix } from 'node:path';
import type { SourceFile } from '../core/index.ts';
import { decodeSource, isHidden, isSourceName, largestFile } from './source-rules.ts';

export type Revision =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | { readonly ok: false; readonly message: string };

interface Entry {
  readonly mode: string;
  readonly object: string;
  readonly size: number;
  readonly path: string;
}

/** Bytes that git may print: the objects of ten thousand tenants are a hundredth of it. */
const maxBuffer = 1024 ** 3;

/**
 * Reads the input files that a revision of the repository around the working directory holds below a path, without
 * a checkout. The same files are passed over, and for the same reasons, as in a directory.
 */
export function readRevision(revision: string, path: string): Revision {
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  if (!commit.ok)
    return {
      ok: false,
      message: commit.message || `${revision} is neither a directory nor a revision of this repository`,
    };
  const listing = git([
    'ls-tree',
    '-r',
    '-z',
    '-l',
    commit.out.toString().trim(),
    '--',
    `${path.replace(/\/+$/, '')}/`,
  ]);
  if (!listing.ok) return listing;
  const entries = parseListing(listing.out.toString(), path);
  if (entries.length === 0) return { ok: false, message: `${revision} has no files below ${path}` };
  return readBlobs(entries);
}

function parseListing(listing: string, root: string): readonly Entry[] {
  return listing.split('\0').flatMap((line) => {
    const found = /^(\d+) blob ([0-9a-f]+) +(\d+)\t([\s\S]+)$/.exec(line);
    if (!found) return [];
    const [, mode = '', object = '', size = '', path = ''] = found;
    const inner = posix.relative(root, path).split('/');
    return isSourceName(path) && !inner.some(isHidden) ? [{ mode, object, size: Number(size), path }] : [];
  });
}

function readBlobs(entries: readonly Entry[]): Revision {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const wanted = entries.filter(({ size }) => size <= largestFile);
  const batch = git(['cat-file', '--batch'], wanted.map(({ object }) => `${object}\n`).join(''));
  if (!batch.ok) return batch;
  const blobs = splitBatch(batch.out);
  const files = entries.map(({ mode, object, path }): SourceFile => {
    const bytes = mode === '120000' ? linked(path, blobs.get(object), byPath, blobs) : blobs.get(object);
    if (bytes) return decodeSource(path, bytes);
    return { path, unreadable: mode === '120000' ? 'link-outside' : 'too-large' };
  });
  return { ok: true, files };
}

/** The target of a link, when that is an input file too. */
function linked(
  path: string,
  target: Buffer | undefined,
  entries: ReadonlyMap<string, Entry>,
  blobs: ReadonlyMap<string, Buffer>,
): Buffer | undefined {
  const entry = entries.get(posix.join(posix.dirname(path), target?.toString() ?? ''));
  return entry && entry.mode !== '120000' ? blobs.get(entry.object) : undefined;
}

/** `git cat-file --batch` prints `<object> blob <size>`, the bytes and a newline, for each object asked for. */
function splitBatch(out: Buffer): ReadonlyMap<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf(10, at);
    const [object = '', , size = '0'] = out.toString('latin1', at, end).split(' ');
    blobs.set(object, out.subarray(end + 1, end + 1 + Number(size)));
    at = end + Number(size) + 2;
  }
  return blobs;
}

type Answer = { readonly ok: true; readonly out: Buffer } | { readonly ok: false; readonly message: string };

function git(args: readonly string[], input = ''): Answer {
  const { error, status, stdout, stderr } = spawnSync('git', args, { input, maxBuffer });
  if (error) return { ok: false, message: `git cannot be run: ${error.message}` };
  if (status === 0) return { ok: true, out: stdout };
  return { ok: false, message: stderr.toString().trim().split('\n')[0] ?? '' };
}
