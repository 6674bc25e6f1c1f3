import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catFile, type GitEnvironment, type GitResult, git, gitError } from './git-process.ts';
import { fastImportStream, type TreeChange } from './git-stream.ts';

/** A repository on a server, accessed through a temporary bare repository so that no checkout changes. */
export interface Remote {
  /** The head commits of the branches that exist. */
  heads(branches: readonly string[]): RemoteResult<ReadonlyMap<string, string>>;
  /** Fetches a commit with a history of `depth` commits. Does nothing if the commit is present. */
  fetch(commit: string, depth?: number): RemoteResult<undefined>;
  /** Environment for git commands that need the fetched objects and those of the checkout. */
  readonly environment: GitEnvironment;
  /** Creates a commit with these changes and pushes it to a hidden ref that starts with `name`. */
  pushTree(change: TreeChange, name: string): RemoteResult<PushedTree>;
  /** Removes a hidden ref. */
  deleteRef(ref: string): void;
  close(): void;
}

export type RemoteResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly forbidden: boolean };

export interface PushedTree {
  readonly tree: string;
  readonly ref: string;
}

export interface RemoteAddress {
  readonly url: string;
  /** A token of GitHub; empty for none. */
  readonly token: string;
}

/** Opens a repository on a server. `close` removes the temporary repository. */
export function openRemote({ url, token }: RemoteAddress): Remote {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-git-'));
  const own = { GIT_DIR: folder, ...credentials(url, token) };
  const format = git(['rev-parse', '--show-object-format']);
  const objectFormat = format.ok ? format.out.toString().trim() : 'sha1';
  const made = git(['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`, folder]);
  if (!made.ok) throw gitError(made.message);
  const run = (args: readonly string[], input: string | Uint8Array = '') => git(args, own, input);
  return {
    environment: { GIT_DIR: folder, ...alternates() },
    heads: (branches) => toResult(run(['ls-remote', url, ...branches.map((name) => `refs/heads/${name}`)]), readHeads),
    fetch: (commit, depth = 1) => {
      const known = depth === 1 && run(['cat-file', '-e', `${commit}^{commit}`]).ok;
      const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', `--depth=${depth}`, url, commit];
      return known ? { ok: true, value: undefined } : toResult(run(args), () => undefined);
    },
    // A random suffix, because the jobs of a run share its number and delete only their own ref.
    pushTree: (change, name) => stage(run, url, { change, ref: `refs/leasehold/${name}-${randomUUID()}` }),
    deleteRef: (ref) => void run(['push', '--quiet', url, `:${ref}`]),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Passes the token in the environment, where no process list or file shows it. The empty value resets inherited headers. */
function credentials(url: string, token: string): GitEnvironment {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const key = `http.${url}.extraheader`;
  const values = token === '' ? [''] : ['', `AUTHORIZATION: basic ${basic}`];
  const entries = values.flatMap((value, index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(values.length) };
}

/** Read access to the objects of the checkout, which may be a shallow clone. */
function alternates(): GitEnvironment {
  const path = git(['rev-parse', '--path-format=absolute', '--git-path', 'objects']);
  return path.ok ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(path.out.toString().trim()) } : {};
}

function toResult<T>(result: GitResult, read: (out: string) => T): RemoteResult<T> {
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

type GitCommand = (args: readonly string[], input?: string | Uint8Array) => GitResult;

function stage(
  run: GitCommand,
  url: string,
  { change, ref }: { readonly change: TreeChange; readonly ref: string },
): RemoteResult<PushedTree> {
  const imported = run(['fast-import', '--quiet', '--force'], fastImportStream(change, ref));
  const pushed = imported.ok ? run(['push', '--quiet', url, `+${ref}:${ref}`]) : imported;
  const named = pushed.ok ? run(['rev-parse', `${ref}^{tree}`]) : pushed;
  return toResult(named, (out) => ({ tree: out.trim(), ref }));
}

/** A file of a commit: its Git mode and blob name. */
export interface TreeFile {
  readonly mode: string;
  readonly blob: string;
}

/** The files of a commit below a folder, or all files, by path from the root of the repository. */
export function listFiles(commit: string, folder: string, environment: GitEnvironment): ReadonlyMap<string, TreeFile> {
  const paths = folder === '' ? [] : ['--', `${folder}/`];
  const listing = git(['ls-tree', '-r', '-z', '--full-tree', commit, ...paths], environment);
  if (!listing.ok) throw gitError(listing.message);
  const files = new Map<string, TreeFile>();
  for (const line of listing.out.toString().split('\0')) {
    const found = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
    if (found) files.set(found[3] as string, { mode: found[1] as string, blob: found[2] as string });
  }
  return files;
}

/** The texts of blobs, by blob name. */
export function readTexts(blobs: readonly string[], environment: GitEnvironment): ReadonlyMap<string, string> {
  const read = catFile([...new Set(blobs)], environment);
  if (!read.ok) throw gitError(read.message);
  return new Map([...read.blobs].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}
