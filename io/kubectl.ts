import { spawnSync } from 'node:child_process';
import { cannotRun } from './git-process.ts';

/** The result of a run of kubectl. */
export interface Finished {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the kubectl on the PATH, with the user's own configuration and permissions. */
export function runKubectl(args: readonly string[], input?: string): Finished {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 30, ...(input === undefined ? {} : { input }) } as const;
  const { status, error, stdout, stderr } = spawnSync('kubectl', args, options);
  if (error) return { ok: false, stdout: '', stderr: cannotRun('kubectl', error) };
  return { ok: status === 0, stdout, stderr: withoutLog(stderr) };
}

/** kubectl repeats its message in log lines: `E1122 17:22:16.058058 24474 memcache.go:265] ...`. */
function withoutLog(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => !/^[EWI]\d{4} \d\d:\d\d:\d\d\.\d+ /.test(line));
  return lines.join('\n').trim() === '' ? stderr : lines.join('\n');
}
