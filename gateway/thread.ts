import { parentPort, workerData } from 'node:worker_threads';
import { openReader, type ReaderData } from './reader.ts';
import { ApiError } from './response/problem.ts';
import type { Reader } from './routes/route.ts';
import { taskRunner } from './routes/tasks.ts';
import type { Answer } from './work/thread.ts';
import type { Task } from './work/work.ts';

// The program of the thread that reads commits. It responds to each task with one message.

let head = '';
let opened: { readonly reader: Reader; readonly run: (task: Task) => Promise<unknown> } | undefined;

function openAt(commit: string): NonNullable<typeof opened> {
  head = commit;
  const reader = openReader(workerData as ReaderData, () => head);
  return { reader, run: taskRunner(reader) };
}

async function answerTo(task: Task): Promise<Answer> {
  try {
    opened ??= openAt(task.head);
    head = task.head;
    opened.reader.views.refresh();
    const { run } = opened;
    return { outcome: 'done', value: await run(task) };
  } catch (error) {
    if (error instanceof ApiError) return { outcome: 'problem', problem: error.problem };
    return { outcome: 'error', stack: String((error as Error).stack) };
  }
}

parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await answerTo(task)));
