import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catFile, type GitAnswer, type GitPlace, git, gitError } from './git-process.ts';
import { type Imported, importStream } from './git-stream.ts';

/** A repository reached over the network, seen through an empty one of our own, so that no checkout is touched. */
export interface Remote {
  /** The commits of those of the branches that exist. */
  heads(branches: readonly string[]): Answer<ReadonlyMap<string, string>>;
  /** Fetches the files of a commit, or as many commits before it as depth says. Fetching what is there costs nothing. */
  fetch(commit: string, depth?: number): Answer<undefined>;
  /** Where git finds what was fetched, and what the working directory's repository has besides. */
  readonly place: GitPlace;
  /** Makes a commit with these changes to its parent, and pushes it to a hidden ref that begins with a name. */
  stage(change: Imported, name: string): Answer<Staged>;
  /** Removes a hidden ref. */
  forget(ref: string): void;
  close(): void;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly forbidden: boolean };

export interface Staged {
  readonly tree: string;
  readonly ref: string;
}

export interface RemoteAddress {
  readonly url: string;
  /** A token of GitHub; empty for none. */
  readonly token: string;
}

/** Opens a remote of the repository around the working directory. Removing it again is up to close. */
export function openRemote({ url, token }: RemoteAddress): Remote {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-git-'));
  const own = { GIT_DIR: folder, ...credentials(url, token) };
  const format = git(['rev-parse', '--show-object-format']);
  const objectFormat = format.ok ? format.out.toString().trim() : 'sha1';
  const made = git(['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`, folder]);
  if (!made.ok) throw gitError(made.message);
  const run = (args: readonly string[], input: string | Uint8Array = '') => git(args, own, input);
  return {
    place: { GIT_DIR: folder, ...alternates() },
    heads: (branches) => answer(run(['ls-remote', url, ...branches.map((name) => `refs/heads/${name}`)]), readHeads),
    fetch: (commit, depth = 1) => {
      const known = depth === 1 && run(['cat-file', '-e', `${commit}^{commit}`]).ok;
      const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', `--depth=${depth}`, url, commit];
      return known ? { ok: true, value: undefined } : answer(run(args), () => undefined);
    },
    // Jobs of one run have the same number: what one pushes, another must not take away.
    stage: (change, name) => stage(run, url, { change, ref: `refs/leasehold/${name}-${randomUUID()}` }),
    forget: (ref) => void run(['push', '--quiet', url, `:${ref}`]),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Given in the environment, where neither a process list nor a file shows it; the empty one drops inherited ones. */
function credentials(url: string, token: string): GitPlace {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const key = `http.${url}.extraheader`;
  const values = token === '' ? [''] : ['', `AUTHORIZATION: basic ${basic}`];
  const entries = values.flatMap((value, index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(values.length) };
}

/** The objects that the working directory's repository has, for reading alone: it may be shallow. */
function alternates(): GitPlace {
  const path = git(['rev-parse', '--path-format=absolute', '--git-path', 'objects']);
  return path.ok ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(path.out.toString().trim()) } : {};
}

function answer<T>(result: GitAnswer, read: (out: string) => T): Answer<T> {
  if (result.ok) return { ok: true, value: read(result.out.toString()) };
  const forbidden = /\b(?:403|401)\b|denied|Authentication failed|could not read Username/i.test(result.message);
  return { ok: false, message: result.message, forbidden };
}

function readHeads(out: string): ReadonlyMap<string, string> {
  const lines = out.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [commit = '', ref = ''] = line.split('\t');
      return [ref.replace('refs/heads/', ''), commit] as const;
    }),
  );
}

type Run = (args: readonly string[], input?: string | Uint8Array) => GitAnswer;

function stage(
  run: Run,
  url: string,
  { change, ref }: { readonly change: Imported; readonly ref: string },
): Answer<Staged> {
  const imported = run(['fast-import', '--quiet', '--force'], importStream(change, ref));
  const pushed = imported.ok ? run(['push', '--quiet', url, `+${ref}:${ref}`]) : imported;
  const named = pushed.ok ? run(['rev-parse', `${ref}^{tree}`]) : pushed;
  return answer(named, (out) => ({ tree: out.trim(), ref }));
}

/** A file of a commit: its mode, as Git writes it, and the name of its bytes. */
export interface TreeFile {
  readonly mode: string;
  readonly blob: string;
}

/** The files of a commit below a folder, or all; by their paths from the top. */
export function listFiles(commit: string, folder: string, where: GitPlace): ReadonlyMap<string, TreeFile> {
  const paths = folder === '' ? [] : ['--', `${folder}/`];
  const listing = git(['ls-tree', '-r', '-z', '--full-tree', commit, ...paths], where);
  if (!listing.ok) throw gitError(listing.message);
  const files = new Map<string, TreeFile>();
  for (const line of listing.out.toString().split('\0')) {
    const found = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
    if (found) files.set(found[3] as string, { mode: found[1] as string, blob: found[2] as string });
  }
  return files;
}

/** The texts of blobs by their names. */
export function readTexts(blobs: readonly string[], where: GitPlace): ReadonlyMap<string, string> {
  const read = catFile([...new Set(blobs)], where);
  if (!read.ok) throw gitError(read.message);
  return new Map([...read.blobs].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}
