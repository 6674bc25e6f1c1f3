import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compare } from '../data/order.ts';
import type { OutputFile } from '../leasehold.ts';
import { finishPending } from './output-commit.ts';
import { digestOf, firstNonDirectory, type OutputDirectory, openOutput } from './output-disk.ts';
import {
  isInnerPath,
  type OwnedFile,
  type Ownership,
  readOwnership,
  stagingPrefix,
  writeOwnership,
} from './ownership.ts';
import { sha256 } from './sha256.ts';
import { inside, rejection, type WriteRejection } from './write-rejection.ts';

export interface WriteRequest {
  readonly dir: string;
  readonly files: readonly OutputFile[];
  /** The rendered tenant, or null for all. */
  readonly tenant: string | null;
  readonly onFile: (done: number, of: number) => void;
  /** True to write nothing if a file that would be replaced or removed was edited manually. */
  readonly keepsEdits?: boolean;
}

export type WriteResult = WriteSuccess | WriteRejection;

export interface WriteSuccess {
  readonly ok: true;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Replaced or removed files that had been edited manually. */
  readonly edited: readonly string[];
}

/**
 * Replaces leasehold's files in an output directory and never changes other files. Writes the files to a staging
 * directory, records them in a journal and moves them into place. A crash before the journal changes nothing; after a
 * crash during the move, the next render completes it. Throws file system errors, and an error for a path that is
 * reserved or leaves the directory, which only a bug can cause.
 */
export function writeOutput(request: WriteRequest): WriteResult {
  const { dir } = request;
  const foreign = request.files.find(({ path }) => !isInnerPath(path));
  if (foreign) throw new Error(`${foreign.path} is outside the output directory`);
  mkdirSync(dir, { recursive: true });
  const staging = basename(mkdtempSync(join(dir, `${stagingPrefix}${process.pid}-`)));
  try {
    return concurrentWrite(dir, staging) ?? replaceFiles(request, staging);
  } finally {
    rmSync(join(dir, staging), { recursive: true, force: true });
  }
}

/** The error if another render is writing. Completes or removes the partial result of a crashed render. */
function concurrentWrite(dir: string, own: string): WriteRejection | undefined {
  const others = readdirSync(dir).filter((name) => name.startsWith(stagingPrefix) && name !== own);
  const alive = others.find((name) => isAlive(Number.parseInt(name.slice(stagingPrefix.length), 10)));
  if (alive !== undefined) {
    const message = `another render is writing to ${dir}`;
    return { ok: false, message, fix: `wait until it ends; if no render is running, delete ${join(dir, alive)}` };
  }
  const result = readOwnership(dir);
  if (result.ok && result.ownership?.pending) finishPending(dir, result.ownership);
  for (const name of others) rmSync(join(dir, name), { recursive: true, force: true });
  return undefined;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function replaceFiles(request: WriteRequest, staging: string): WriteResult {
  const { dir, tenant } = request;
  const result = readOwnership(dir);
  if (!result.ok) return { ...result, fix: 'restore it from Git, or render to an empty directory' };
  const owned = result.ownership ?? { tenant, files: [] };
  if (owned.tenant !== tenant) return otherScope(dir, owned);
  const disk = openOutput(dir);
  const staged = stageFiles(request, { disk, owned, staging: join(dir, staging) });
  if (staged.foreign.length > 0) return rejection(staged.foreign, 'foreign');
  const { written, unchanged, files } = staged;
  const kept = new Set(files.map(({ path }) => path));
  const removed = owned.files.filter(({ path }) => !kept.has(path));
  const edited = [...staged.edited, ...editedFiles(disk, removed)];
  if (request.keepsEdits && edited.length > 0) return rejection(inside(dir, edited), 'edited');
  if (written > 0 || removed.length > 0 || !result.ownership) {
    const journal = { ...owned, pending: { staging, tenant, files } };
    writeOwnership(dir, staging, journal);
    finishPending(dir, journal);
  }
  return { ok: true, written, unchanged, removed: removed.length, edited: edited.sort(compare) };
}

function otherScope(dir: string, { tenant }: Ownership): WriteRejection {
  const [what, option] =
    tenant === null ? ['all tenants', 'omit --tenant'] : [`tenant ${tenant} alone`, `pass --tenant ${tenant}`];
  return { ok: false, message: `${dir} contains the render of ${what}`, fix: `choose another directory, or ${option}` };
}

interface StagedFiles {
  readonly files: OwnedFile[];
  readonly edited: string[];
  readonly foreign: string[];
  written: number;
  unchanged: number;
}

interface OutputState {
  readonly disk: OutputDirectory;
  readonly owned: Ownership;
  readonly staging: string;
}

/** Writes the files that differ from those on disk to the staging directory. */
function stageFiles({ dir, files, onFile }: WriteRequest, { disk, owned, staging }: OutputState): StagedFiles {
  const digests = new Map(owned.files.map(({ path, sha256: digest }) => [path, digest]));
  const staged: StagedFiles = { files: [], edited: [], foreign: [], written: 0, unchanged: 0 };
  const write = stagingWriter(staging);
  const encode = encoder();
  for (const [index, { path, text }] of files.entries()) {
    onFile(index, files.length);
    const bytes = encode(text);
    const digest = sha256(bytes);
    const before = digests.get(path);
    const now = digestOf(disk, path);
    staged.files.push({ path, sha256: digest });
    const foreign = now !== undefined && now !== digest && before === undefined;
    const blocked = firstNonDirectory(disk, path) ?? (foreign ? path : undefined);
    if (blocked !== undefined) staged.foreign.push(join(dir, blocked));
    else if (now === digest) staged.unchanged++;
    else {
      if (now !== undefined && now !== before) staged.edited.push(path);
      write(path, bytes);
      staged.written++;
    }
  }
  return staged;
}

/** Encodes into one reused buffer where possible: the bytes are valid until the next call. */
function encoder(): (text: string) => Buffer {
  const buffer = Buffer.allocUnsafeSlow(256 * 1024);
  return (text) => (text.length * 3 > buffer.length ? Buffer.from(text) : buffer.subarray(0, buffer.write(text)));
}

/** Returns a function that writes a file to the staging directory. Creates each directory once. */
function stagingWriter(staging: string): (path: string, bytes: Uint8Array) => void {
  const made = new Set(['.']);
  const make = (folder: string) => {
    if (made.has(folder)) return;
    make(dirname(folder));
    mkdirSync(join(staging, folder));
    made.add(folder);
  };
  return (path, bytes) => {
    make(dirname(path));
    writeFileSync(join(staging, path), bytes);
  };
}

function editedFiles(disk: OutputDirectory, files: readonly OwnedFile[]): readonly string[] {
  return files.flatMap(({ path, sha256: digest }) =>
    [digest, undefined].includes(digestOf(disk, path)) ? [] : [path],
  );
}
