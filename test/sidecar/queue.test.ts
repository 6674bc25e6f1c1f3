import * as assert from 'uvu/assert';
import { type Attempt, Queue } from '../../sidecar/work/queue.ts';
import { testTiming } from '../cluster/scripted-client.ts';
import { suite } from '../harness.ts';

suite('the queue of the sidecar', (test) => {
  test('processes a key once, no matter how often it was added before', async () => {
    assert.equal(await play({ keys: ['a', 'b', 'a'], work: () => done }), ['a', 'b']);
  });

  test('repeats failed attempts, later after each failure, and not before the server allows it', async () => {
    const timing = testTiming();
    const answers = [failed(0), failed(0), failed(5000), done];
    assert.equal(await play({ keys: ['a'], timing, work: () => answers.shift() ?? done }), ['a', 'a', 'a', 'a']);
    assert.equal(timing.slept, [50, 100, 5000]);
  });

  test('processes a key again that is added during its attempt, but never concurrently', async () => {
    let active = 0;
    let more = 1;
    const worked = await play({
      keys: ['a'],
      work: async (_, add) => {
        assert.is(++active, 1);
        if (more-- > 0) add('a');
        await Promise.resolve();
        active--;
        return done;
      },
    });
    assert.equal(worked, ['a', 'a']);
  });

  test('finishes attempts in progress when it is stopped', async () => {
    const stop = new AbortController();
    let finished = false;
    const work = async () => {
      stop.abort();
      await new Promise((next) => setTimeout(next, 20));
      finished = true;
      return done;
    };
    const queue = new Queue({ work, workers: 1, timing: testTiming(), ownerOf: (key) => key });
    queue.add('a');
    queue.add('b');
    await queue.run(stop.signal);
    assert.ok(finished);
    assert.is(queue.size(), 1);
  });

  test('processes a key of a tenant while attempts for many keys of another take long', async () => {
    const stop = new AbortController();
    const begun: string[] = [];
    const work = async (key: string) => {
      begun.push(key);
      if (key.startsWith('evil/')) await new Promise((next) => stop.signal.addEventListener('abort', next));
      return done;
    };
    const ownerOf = (key: string) => key.split('/')[0] ?? '';
    const queue = new Queue({ work, workers: 8, timing: testTiming(), ownerOf });
    const running = queue.run(stop.signal);
    for (let index = 0; index < 100; index++) queue.add(`evil/${index}`);
    for (const key of ['acme/a', 'acme/b', 'shop/a']) queue.add(key);
    await new Promise((next) => setTimeout(next, 20));
    assert.equal(begun, ['evil/0', 'acme/a', 'shop/a', 'evil/1', 'acme/b']);
    assert.is(queue.size(), 98);
    stop.abort();
    await running;
  });

  test('alternates between tenants', async () => {
    const keys = ['evil/1', 'evil/2', 'evil/3', 'acme/1', 'acme/2'];
    const ownerOf = (key: string) => key.split('/')[0] ?? '';
    assert.equal(await play({ keys, ownerOf, work: () => done }), ['evil/1', 'acme/1', 'evil/2', 'acme/2', 'evil/3']);
  });
});

const done: Attempt = { ok: true };

function failed(retryAfter: number): Attempt {
  return { ok: false, retryAfter };
}

interface Play {
  readonly keys: readonly string[];
  readonly timing?: ReturnType<typeof testTiming>;
  readonly ownerOf?: (key: string) => string;
  readonly work: (key: string, add: (key: string) => void) => Attempt | Promise<Attempt>;
}

/** Runs until nothing is left, and returns the processed keys. */
async function play({ keys, work, timing = testTiming(), ownerOf = (key) => key }: Play): Promise<readonly string[]> {
  const stop = new AbortController();
  const worked: string[] = [];
  const queue = new Queue({
    timing,
    workers: 4,
    ownerOf,
    work: async (key) => {
      worked.push(key);
      const attempt = await work(key, (more) => queue.add(more));
      setTimeout(() => queue.size() === 0 && stop.abort(), 10);
      return attempt;
    },
  });
  for (const key of keys) queue.add(key);
  await queue.run(stop.signal);
  return worked;
}
