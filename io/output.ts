import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compare } from '../data/order.ts';
import type { OutputFile } from '../leasehold.ts';
import { finish } from './output-commit.ts';
import { type Disk, digestOf, obstacle, openDisk } from './output-disk.ts';
import {
  isInnerPath,
  type OwnedFile,
  type Ownership,
  readOwnership,
  stagingPrefix,
  writeOwnership,
} from './ownership.ts';
import { inside, refusal, type WriteRefusal } from './refusal.ts';
import { sha256 } from './sha256.ts';

export interface WriteRequest {
  readonly dir: string;
  readonly files: readonly OutputFile[];
  /** The one tenant that was rendered, or null for all. */
  readonly tenant: string | null;
  readonly onFile: (done: number, of: number) => void;
  /** True when a file of ours that somebody edited by hand is a refusal, and is not replaced. */
  readonly keepsEdits?: boolean;
}

export type WriteOutcome = WriteSuccess | WriteRefusal;

export interface WriteSuccess {
  readonly ok: true;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Files of ours that somebody had edited by hand; the edit is gone. */
  readonly edited: readonly string[];
}

/**
 * Makes an output directory hold these files and no others that we wrote. Files are written aside, then a journal
 * says so, then they are moved into place: a crash before the journal changes nothing, and one after it is finished
 * by the next render. A file that we did not write is never touched. Throws only what the file system throws.
 */
export function writeOutput(request: WriteRequest): WriteOutcome {
  const { dir } = request;
  const strange = request.files.find(({ path }) => !isInnerPath(path));
  if (strange) throw new Error(`${strange.path} would leave the output directory`);
  mkdirSync(dir, { recursive: true });
  const staging = basename(mkdtempSync(join(dir, `${stagingPrefix}${process.pid}-`)));
  try {
    return stillWriting(dir, staging) ?? replaceFiles(request, staging);
  } finally {
    rmSync(join(dir, staging), { recursive: true, force: true });
  }
}

/** Another render at work; what a dead one left behind is finished or cleared first. */
function stillWriting(dir: string, own: string): WriteRefusal | undefined {
  const others = readdirSync(dir).filter((name) => name.startsWith(stagingPrefix) && name !== own);
  const alive = others.find((name) => isAlive(Number.parseInt(name.slice(stagingPrefix.length), 10)));
  if (alive !== undefined) {
    const message = `another render is writing to ${dir}`;
    return { ok: false, message, fix: `wait for it; if there is none, delete ${join(dir, alive)}` };
  }
  const reading = readOwnership(dir);
  if (reading.ok && reading.ownership?.pending) finish(dir, reading.ownership);
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

function replaceFiles(request: WriteRequest, staging: string): WriteOutcome {
  const { dir, tenant } = request;
  const reading = readOwnership(dir);
  if (!reading.ok) return { ...reading, fix: 'restore it from Git, or render to an empty directory' };
  const owned = reading.ownership ?? { tenant, files: [] };
  if (owned.tenant !== tenant) return otherScope(dir, owned);
  const disk = openDisk(dir);
  const staged = stage(request, { disk, owned, staging: join(dir, staging) });
  if (staged.refused.length > 0) return refusal(staged.refused, 'foreign');
  const { written, unchanged, files } = staged;
  const kept = new Set(files.map(({ path }) => path));
  const removed = owned.files.filter(({ path }) => !kept.has(path));
  const edited = [...staged.edited, ...editedAmong(disk, removed)];
  if (request.keepsEdits && edited.length > 0) return refusal(inside(dir, edited), 'edited');
  if (written > 0 || removed.length > 0 || !reading.ownership) {
    const journal = { ...owned, pending: { staging, tenant, files } };
    writeOwnership(dir, staging, journal);
    finish(dir, journal);
  }
  return { ok: true, written, unchanged, removed: removed.length, edited: edited.sort(compare) };
}

function otherScope(dir: string, { tenant }: Ownership): WriteRefusal {
  const message = `${dir} holds the render of ${tenant === null ? 'all tenants' : `tenant ${tenant} alone`}`;
  return { ok: false, message, fix: 'give another directory, or the same --tenant as before' };
}

interface Staged {
  readonly files: OwnedFile[];
  readonly edited: string[];
  readonly refused: string[];
  written: number;
  unchanged: number;
}

interface Place {
  readonly disk: Disk;
  readonly owned: Ownership;
  readonly staging: string;
}

/** Writes aside whatever differs from what is on disk. */
function stage({ dir, files, onFile }: WriteRequest, { disk, owned, staging }: Place): Staged {
  const digests = new Map(owned.files.map(({ path, sha256: digest }) => [path, digest]));
  const staged: Staged = { files: [], edited: [], refused: [], written: 0, unchanged: 0 };
  const write = stagingWriter(staging);
  const encode = encoder();
  for (const [index, { path, text }] of files.entries()) {
    onFile(index, files.length);
    const bytes = encode(text);
    const digest = sha256(bytes);
    const before = digests.get(path);
    const now = digestOf(disk, path);
    staged.files.push({ path, sha256: digest });
    const strange = now !== undefined && now !== digest && before === undefined;
    const blocked = obstacle(disk, path) ?? (strange ? path : undefined);
    if (blocked !== undefined) staged.refused.push(join(dir, blocked));
    else if (now === digest) staged.unchanged++;
    else {
      if (now !== undefined && now !== before) staged.edited.push(path);
      write(path, bytes);
      staged.written++;
    }
  }
  return staged;
}

/** Most files fit one buffer that is used again and again: the bytes are good until the next text. */
function encoder(): (text: string) => Buffer {
  const buffer = Buffer.allocUnsafeSlow(256 * 1024);
  return (text) => (text.length * 3 > buffer.length ? Buffer.from(text) : buffer.subarray(0, buffer.write(text)));
}

/** Makes each directory once. */
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

function editedAmong(disk: Disk, files: readonly OwnedFile[]): readonly string[] {
  return files.flatMap(({ path, sha256: digest }) =>
    [digest, undefined].includes(digestOf(disk, path)) ? [] : [path],
  );
}
