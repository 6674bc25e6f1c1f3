import { type SpawnSyncOptionsWithBufferEncoding, type SpawnSyncReturns, spawnSync } from 'node:child_process';

/** Environment variables that select a repository. Without them, git uses the repository of the working directory. */
export type GitEnvironment = Readonly<Record<string, string>>;

export type GitResult =
  | { readonly ok: true; readonly out: Buffer }
  | { readonly ok: false; readonly message: string; readonly status: number | null };

/** The limit of git's output in bytes: a hundred times the objects of ten thousand tenants. */
const maxBuffer = 1024 ** 3;

/** The environment of git commands: no prompts, no replacement objects (`refs/replace`), and messages in English. */
export const gitSettings = { GIT_TERMINAL_PROMPT: '0', GIT_NO_REPLACE_OBJECTS: '1', LC_ALL: 'C' } as const;

/** Git does not find a bare repository that someone committed as ordinary files. Git before 2.38 ignores this option. */
const gitOptions = ['-c', 'safe.bareRepository=explicit'];

/**
 * Runs git, waits, and ignores replacement objects (`refs/replace`). The message of a failure is the first error line of stderr,
 * or else its first line. Throws if git was killed or could not be started, because such a failure is not a result about the
 * repository. If git is not installed, returns a failure.
 */
export function git(
  args: readonly string[],
  environment: GitEnvironment = {},
  input: string | Uint8Array = '',
): GitResult {
  return resultOf(run(args, environment, { input }));
}

/** Runs git for at most `timeout` milliseconds. Undefined if it takes longer. */
export function gitWithin(
  timeout: number,
  args: readonly string[],
  environment: GitEnvironment = {},
): GitResult | undefined {
  const ended = run(args, environment, { timeout, killSignal: 'SIGKILL' });
  return (ended.error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT' ? undefined : resultOf(ended);
}

function run(
  args: readonly string[],
  environment: GitEnvironment,
  options: SpawnSyncOptionsWithBufferEncoding,
): SpawnSyncReturns<Buffer> {
  const env = { ...process.env, ...gitSettings, ...environment };
  return spawnSync('git', [...gitOptions, ...args], { ...options, maxBuffer, env });
}

function resultOf({ error, signal, status, stdout, stderr }: SpawnSyncReturns<Buffer>): GitResult {
  const missing = error as NodeJS.ErrnoException | undefined;
  if (missing?.code === 'ENOENT') return { ok: false, status, message: cannotRun('git', missing) };
  if (error || signal) throw gitError(error?.message ?? `it was killed by ${signal}`);
  if (status === 0) return { ok: true, out: stdout };
  const lines = stderr.toString().trim().split('\n');
  const errorLine = lines.find((line) => /^(?:fatal|error|remote): /.test(line)) ?? lines[0] ?? '';
  return { ok: false, status, message: errorLine };
}

/** Why a program cannot be started. */
export function cannotRun(program: string, error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? `${program} is not on the PATH` : `${program} cannot be run: ${error.message}`;
}

/** An unexpected failure of git, such as a full disk or a broken repository. */
export function gitError(message: string): Error {
  return Object.assign(new Error(`git failed: ${message}`), { syscall: 'git' });
}

export type BlobsResult =
  | { readonly ok: true; readonly blobs: ReadonlyMap<string, Buffer> }
  | { readonly ok: false; readonly message: string };

/** The contents of blobs by name, all read by one process. */
export function catFile(objects: readonly string[], environment: GitEnvironment = {}): BlobsResult {
  if (objects.length === 0) return { ok: true, blobs: new Map() };
  const batch = git(['cat-file', '--batch', '--buffer'], environment, objects.map((object) => `${object}\n`).join(''));
  return batch.ok ? { ok: true, blobs: splitBatch(batch.out) } : batch;
}

/**
 * `git cat-file --batch` prints `<object> blob <size>`, the bytes and a newline for each requested object, or reports
 * that it is missing.
 */
function splitBatch(out: Buffer): ReadonlyMap<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf(10, at);
    const [object = '', type, size = '0'] = out.toString('latin1', at, end).split(' ');
    if (type === 'missing') {
      at = end + 1;
      continue;
    }
    blobs.set(object, out.subarray(end + 1, end + 1 + Number(size)));
    at = end + Number(size) + 2;
  }
  return blobs;
}

/** The sizes of objects in bytes, by name. A missing object has no size. */
export function sizesOf(
  objects: readonly { readonly object: string }[],
  environment: GitEnvironment,
): ReadonlyMap<string, number> {
  const names = new Set(objects.map(({ object }) => object));
  if (names.size === 0) return new Map();
  const args = ['cat-file', '--buffer', '--batch-check=%(objectname) %(objectsize)'];
  const checked = git(args, environment, [...names].map((name) => `${name}\n`).join(''));
  if (!checked.ok) throw gitError(checked.message);
  const sizes = new Map<string, number>();
  for (const line of checked.out.toString('latin1').split('\n')) {
    const end = line.indexOf(' ');
    const size = Number(line.slice(end + 1));
    if (end > 0 && !Number.isNaN(size)) sizes.set(line.slice(0, end), size);
  }
  return sizes;
}
