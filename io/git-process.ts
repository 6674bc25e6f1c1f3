import { spawnSync } from 'node:child_process';

/** Which repository git works on, as environment variables; by default the one around the working directory. */
export type GitPlace = Readonly<Record<string, string>>;

export type GitAnswer =
  | { readonly ok: true; readonly out: Buffer }
  | { readonly ok: false; readonly message: string; readonly status: number | null };

/** Bytes that git may print: the objects of ten thousand tenants are a hundredth of it. */
const maxBuffer = 1024 ** 3;

/** Runs git and waits. What it says on failure is the message: its first line that tells of the error. */
export function git(args: readonly string[], where: GitPlace = {}, input: string | Uint8Array = ''): GitAnswer {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...where };
  const { error, status, stdout, stderr } = spawnSync('git', args, { input, maxBuffer, env });
  if (error) return { ok: false, status, message: `git cannot be run: ${error.message}` };
  if (status === 0) return { ok: true, out: stdout };
  const lines = stderr.toString().trim().split('\n');
  const telling = lines.find((line) => /^(?:fatal|error|remote): /.test(line)) ?? lines[0] ?? '';
  return { ok: false, status, message: telling };
}

/** What git says where nothing but success was to be expected: a full disk, a broken repository. */
export function gitError(message: string): Error {
  return Object.assign(new Error(`git failed: ${message}`), { syscall: 'git' });
}

export type Blobs =
  | { readonly ok: true; readonly blobs: ReadonlyMap<string, Buffer> }
  | { readonly ok: false; readonly message: string };

/** The bytes of blobs by their names, of any number of them by one process. */
export function catFile(objects: readonly string[], where: GitPlace = {}): Blobs {
  const batch = git(['cat-file', '--batch'], where, objects.map((object) => `${object}\n`).join(''));
  return batch.ok ? { ok: true, blobs: splitBatch(batch.out) } : batch;
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
