import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ProcessGroup } from './process-groups.ts';
import type { Tally } from './tally.ts';
import type { TestFile } from './test-files.ts';

interface Options {
  /** Prints the output. */
  readonly say: (text: string) => void;
  /** The time limit per test file, in seconds. */
  readonly limit: number;
}

/**
 * Runs the test files of each group in the processes of that group. Each process takes the next file when it has finished one.
 * Prints the time and the output of each file, and adds up the counts. If a process exits during a file, or reaches the time
 * limit, the file fails and another process continues.
 */
export async function runInProcesses(groups: readonly ProcessGroup[], options: Options): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-tests-'));
  const run = { ...options, passed: 0, failed: 0 };
  const queues = groups.flatMap(({ files, processes }) => Array<TestFile[]>(processes).fill([...files]));
  try {
    await Promise.all(queues.map((queue, index) => work(run, queue, join(folder, String(index)))));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { passed: run.passed, failed: run.failed };
}

type Run = Options & Tally;

async function work(run: Run, queue: TestFile[], log: string): Promise<void> {
  let worker = startWorker(log);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const start = performance.now();
    const counts = await runFile(worker, next, run.limit);
    run.say(printed(log).replace(next.name, `${next.name} (${((performance.now() - start) / 1000).toFixed(1)} s)`));
    run.passed += counts?.passed ?? 0;
    run.failed += counts?.failed ?? 1;
    if (counts) continue;
    const reason = worker.killed ? `took longer than ${run.limit} s` : 'ended its process';
    run.say(`${next.name} ${reason}\n\n`);
    worker = startWorker(log);
  }
  worker.disconnect();
  const [code] = await once(worker, 'exit');
  if (code === 0) return;
  run.say(`${printed(log)}a process failed after its last test\n\n`);
  run.failed++;
}

/** A process whose stdout and stderr go to one file, in order. */
function startWorker(log: string): ChildProcess {
  const output = openSync(log, 'a');
  try {
    return fork(resolve(import.meta.dirname, 'worker.ts'), {
      stdio: ['ignore', output, output, 'ipc'],
      // Renders create many short-lived objects. With more space for new objects, Node collects garbage less often.
      execArgv: [...process.execArgv, '--max-semi-space-size=64'],
    });
  } finally {
    closeSync(output);
  }
}

/** The counts of a file; undefined if its process exited, or was killed at the time limit, before it sent them. */
function runFile(worker: ChildProcess, file: TestFile, limit: number): Promise<Tally | undefined> {
  return new Promise((done) => {
    const timer = setTimeout(() => worker.kill('SIGKILL'), limit * 1000);
    const ended = () => {
      clearTimeout(timer);
      done(undefined);
    };
    worker.once('exit', ended);
    worker.once('message', (counts) => {
      worker.off('exit', ended);
      clearTimeout(timer);
      done(counts as Tally);
    });
    worker.send(file, (error) => error && ended());
  });
}

/** The output since the last call, without uvu's own totals, which cover one file. */
function printed(log: string): string {
  const text = readFileSync(log, 'utf8');
  truncateSync(log);
  return text.replace(/\n {2}Total: .*\n {2}Passed: .*\n {2}Skipped: .*\n {2}Duration: .*\n\n/, '\n');
}
