import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export interface Run {
  readonly stdout: string;
  /** Wall time from before the process starts until it has ended. */
  readonly ms: number;
}

/** Runs a process to its end. Throws if it fails, because a failed run measures nothing. */
export function run({ program, args, cwd }: Command, env: Readonly<Record<string, string>> = {}): Run {
  const start = performance.now();
  const options = { cwd, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  const ms = performance.now() - start;
  if (status === 0) return { stdout, ms };
  throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr.slice(0, 2000)}`);
}

/** The duration of a run in ms, minus the preparation time that the process prints on its last line. */
export function runLessPreparation(command: Command): number {
  const { stdout, ms } = run(command);
  return ms - Number(stdout.trim().split('\n').at(-1));
}

/** Peak resident memory in MiB, as the operating system reports it. */
export function peakMemory({ program, args, cwd }: Command, env: Readonly<Record<string, string>> = {}): number {
  const file = join(cwd, 'peak-memory');
  const preload = ['--import', resolve('bench/peak-memory.mjs')];
  run({ program, args: [...preload, ...args], cwd }, { ...env, BENCH_PEAK_FILE: file });
  return Number(readFileSync(file, 'utf8')) / 1024;
}
