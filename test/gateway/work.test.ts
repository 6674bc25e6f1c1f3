import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { ApiError, type ApiProblem, problem } from '../../gateway/response/problem.ts';
import { openQueue, type Queue } from '../../gateway/work/queue.ts';
import { openThread, type ThreadOptions } from '../../gateway/work/thread.ts';
import type { Requester, Task, Work } from '../../gateway/work/work.ts';
import { suite } from '../harness.ts';

/** The program of a thread. The name of each task describes what it does. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    const problem = { status: 422, title: 'wrong' };
    const acts = {
      id: () => ({ outcome: 'done', value: threadId }),
      problem: () => ({ outcome: 'problem', problem }),
      error: () => ({ outcome: 'error', stack: 'Error: a bug' }),
      exit: () => process.exit(3),
      throw: () => { throw new Error('no memory'); },
      memory: () => { const kept = []; for (;;) kept.push(new Array(1e6).fill({})); },
      loop: () => { for (;;); },
    };
    parentPort.on('message', ({ name }) => parentPort.postMessage(acts[name]()));
  `)}`,
);

function taskOf(name: string): Task {
  return { name, head: 'a', commit: 'a' };
}

/** The number of times that a requester is charged for the time of a task. */
async function countsOf(work: Work, name: string): Promise<number> {
  let counts = 0;
  const spend = (milliseconds: number) => {
    if (milliseconds > 0) counts += 1;
  };
  await work.run(taskOf(name), { subject: 'ada', spend }).catch(() => {});
  return counts;
}

function requester(subject: string, signal?: AbortSignal): Requester {
  return { subject, signal };
}

/** A thread for one test, with the lines of its log. */
async function withThread(use: (work: Work, lines: readonly string[]) => Promise<void>, limit?: number): Promise<void> {
  const lines: string[] = [];
  const options: ThreadOptions = { program, data: undefined, memory: 32, log: (text) => lines.push(text) };
  const work = openThread(limit === undefined ? options : { ...options, limit });
  try {
    await use(work, lines);
  } finally {
    await work.close();
  }
}

async function idOf(work: Work): Promise<unknown> {
  return (await work.run(taskOf('id'), requester('ada'))).value;
}

async function problemOf(run: Promise<unknown>): Promise<ApiProblem> {
  const error = await run.catch((one: unknown) => one);
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${error}`);
  return error.problem;
}

function fill(add: Queue['add'], subject: string, count: number): readonly ReturnType<typeof job>[] {
  const jobs = Array.from({ length: count }, () => job('x', subject));
  for (const one of jobs) add(one);
  return jobs;
}

function job(name: string, subject: string, signal?: AbortSignal) {
  const failed: ApiProblem[] = [];
  const fail = (error: Error) => void failed.push((error as ApiError).problem);
  return { task: taskOf(name), requester: requester(subject, signal), done: () => {}, fail, failed };
}

suite('the thread of a gateway', (test) => {
  test('runs all tasks in the same thread', () =>
    withThread(async (work) => {
      const ids = await Promise.all([idOf(work), idOf(work), idOf(work)]);
      assert.is(new Set(ids).size, 1);
    }));

  test('returns the problem of a task, and logs a bug', () =>
    withThread(async (work, lines) => {
      assert.is((await problemOf(work.run(taskOf('problem'), requester('ada')))).status, 422);
      assert.is((await problemOf(work.run(taskOf('error'), requester('ada')))).status, 500);
      assert.equal(lines, ['error: Error: a bug']);
    }));

  for (const [name, message] of [
    ['exit', 'the thread ended with exit code 3'],
    ['throw', 'no memory'],
    ['memory', 'memory limit'],
  ] as const)
    test(`starts again after a failure: ${name}`, () =>
      withThread(async (work, lines) => {
        const [first, failed, next] = [idOf(work), problemOf(work.run(taskOf(name), requester('ada'))), idOf(work)];
        const { status, detail, headers } = await failed;
        assert.equal([status, headers?.['retry-after']], [503, '2']);
        assert.is(detail, 'the gateway could not complete the request, which might need too much time or memory');
        assert.not.equal(await next, await first);
        assert.is(lines.length, 1);
        assert.match(lines[0] ?? '', message);
      }));

  test('counts the time of every task, even if it fails', () =>
    withThread(async (work) => {
      for (const name of ['id', 'problem', 'error', 'throw']) assert.is(await countsOf(work, name), 1, name);
    }));

  test('ends a task that runs too long', () =>
    withThread(async (work, lines) => {
      await idOf(work);
      assert.is((await problemOf(work.run(taskOf('loop'), requester('ada')))).status, 503);
      assert.match(lines.join(), 'the task ran for 2 seconds');
      assert.type(await idOf(work), 'number');
    }, 2000));
});

suite('requests that wait for the thread', (test) => {
  test('are processed in turn, one request per person', () => {
    const { add, next } = openQueue();
    for (const name of ['a1', 'a2', 'a3']) add(job(name, 'ada'));
    add(job('b1', 'bob'));
    assert.equal(
      Array.from({ length: 5 }, () => next()?.task.name),
      ['a1', 'b1', 'a2', 'a3', undefined],
    );
  });

  test('are limited per person and in total', async () => {
    const { add } = openQueue();
    const statusOf = async (subject: string) => (await problemOf((async () => add(job('x', subject)))())).status;
    fill(add, 'ada', 16);
    assert.is(await statusOf('ada'), 429);
    for (let person = 0; person < 184; person++) fill(add, `p${person}`, 1);
    const last = fill(add, 'bob', 8);
    assert.equal(
      last.flatMap(({ failed }) => failed),
      [],
      'the last requests of ada make room',
    );
    assert.is(await statusOf('bob'), 503);
  });

  test('of a team cannot prevent those of others', async () => {
    const { add, next } = openQueue();
    const team = Array.from({ length: 13 }, (_, person) => fill(add, `m${person}`, 16 - Number(person > 4))).flat();
    assert.is(team.length, 200);
    const own = fill(add, 'ada', 3);
    const failures = [...team, ...own].filter(({ failed }) => failed.length > 0);
    assert.equal(
      failures.map(({ requester: { subject }, failed }) => [subject, failed[0]?.status]),
      ['m0', 'm1', 'm2'].map((subject) => [subject, 503]),
    );
    const first = Array.from({ length: 14 }, () => next()?.requester.subject);
    assert.is(first.filter((subject) => subject === 'ada').length, 1);
  });

  test('do not run if earlier requests of the person used up the time', () => {
    const { add, next } = openQueue();
    let hasTime = true;
    const requireTime = () => {
      if (!hasTime) throw new ApiError(problem(429));
    };
    const jobs = ['a1', 'a2', 'a3'].map((name) => job(name, 'ada'));
    for (const one of jobs) add({ ...one, requester: { subject: 'ada', requireTime } });
    assert.is(next()?.task.name, 'a1');
    add(job('b1', 'bob'));
    hasTime = false;
    assert.equal([next()?.task.name, next()], ['b1', undefined]);
    assert.equal(
      jobs.map(({ failed }) => failed.map(({ status }) => status)),
      [[], [429], [429]],
    );
  });

  test('do not run after their client has disconnected', async () => {
    const { add, next } = openQueue();
    const [left, waiting] = [new AbortController(), job('b', 'ada')];
    const one = job('a', 'ada', left.signal);
    add(one);
    add(waiting);
    left.abort();
    await sleep(0);
    assert.equal(
      one.failed.map(({ status }) => status),
      [499],
    );
    assert.is(next(), waiting);
    assert.is((await problemOf((async () => add(job('c', 'ada', left.signal)))())).status, 499);
  });
});
