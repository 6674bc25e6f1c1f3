import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { ApiError, type ApiProblem, problem } from '../response/problem.ts';
import { busy, type Job, openQueue } from './queue.ts';
import { type Done, type Task, timed, type Work } from './work.ts';

/** The response of a thread to a task. `problem`: the task threw an ApiError. */
export type Answer =
  | ({ readonly outcome: 'done' } & Done)
  | { readonly outcome: 'problem'; readonly problem: ApiProblem }
  | { readonly outcome: 'error'; readonly stack: string };

export interface ThreadOptions {
  /** The program of the thread, and its data. */
  readonly program: URL;
  readonly data: unknown;
  readonly log: (text: string) => void;
  /** The maximum duration of a task, in milliseconds. */
  readonly limit?: number;
  /** The maximum size of the heap of the thread, in MiB. By default, most of the heap that Node.js allows. */
  readonly memory?: number;
}

/** The default of `limit`, in milliseconds. */
const defaultLimit = 120_000;

/** A thread that has started. */
interface Running {
  readonly run: (task: Task) => Promise<Answer>;
  readonly stop: () => Promise<unknown>;
}

/**
 * Runs tasks one after another in a thread, which starts with the first task. If the thread fails or a task exceeds the
 * limit, the running task fails, and the other tasks run in a new thread.
 */
export function openThread(options: ThreadOptions): Work {
  const queue = openQueue();
  let thread: Running | undefined;
  let isBusy = false;
  const runNext = async () => {
    const job = isBusy ? undefined : queue.next();
    if (!job) return;
    isBusy = true;
    thread ??= startThread(options);
    const { run } = thread;
    const answered = timed(() => withinLimit(run(job.task), options.limit ?? defaultLimit), job.requester);
    const answer = await answered.catch((error: Error) => {
      void thread?.stop();
      thread = undefined;
      options.log(`the rendering thread failed during ${job.task.name}: ${error.message}`);
      return undefined;
    });
    isBusy = false;
    settle(job, answer, options.log);
    void runNext();
  };
  return {
    run: (task, requester) =>
      new Promise((done, fail) => {
        queue.add({ task, requester, done, fail });
        void runNext();
      }),
    close: async () => void (await thread?.stop()),
  };
}

function settle({ task, done, fail }: Job, answer: Answer | undefined, log: (text: string) => void): void {
  if (answer?.outcome === 'done') done(answer);
  else fail(errorOf(answer));
  if (answer?.outcome === 'error') log(`${task.name}: ${answer.stack}`);
}

function errorOf(answer: Exclude<Answer, { readonly outcome: 'done' }> | undefined): ApiError {
  if (!answer) return busy(503, 'the gateway could not complete the request, which might need too much time or memory');
  return new ApiError(answer.outcome === 'problem' ? answer.problem : problem(500));
}

async function withinLimit<T>(result: Promise<T>, limit: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`the task ran for ${limit / 1000} seconds`)), limit);
  });
  try {
    return await Promise.race([result, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** The part of the heap limit that the thread gets. The gateway itself needs much less. */
const share = 0.8;

function defaultMemory(): number {
  return Math.floor((getHeapStatistics().heap_size_limit / 2 ** 20) * share);
}

function startThread({ program, data, memory = defaultMemory() }: ThreadOptions): Running {
  // By default, V8 lets the heap of a large repository double before it collects garbage.
  setFlagsFromString('--heap-growing-percent=25');
  const worker = new Worker(program, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memory } });
  let failure: Error | undefined;
  // A race with a promise for the end of the thread would keep every answer in memory until then.
  let failRunning: (error: Error) => void = () => {};
  const end = (error: Error) => {
    failure ??= error;
    failRunning(failure);
  };
  worker.once('error', end);
  worker.once('exit', (code) => end(new Error(`the thread ended with exit code ${code}`)));
  const run = (task: Task) =>
    new Promise<Answer>((done, fail) => {
      if (failure) return fail(failure);
      failRunning = fail;
      worker.once('message', (answer: Answer) => {
        failRunning = () => {};
        done(answer);
      });
      worker.postMessage(task);
    });
  return { run, stop: () => worker.terminate() };
}
