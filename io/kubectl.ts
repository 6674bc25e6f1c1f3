import { spawnSync } from 'node:child_process';

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
  if (error) return { ok: false, stdout: '', stderr: `kubectl cannot be run: ${error.message}` };
  return { ok: status === 0, stdout, stderr };
}
