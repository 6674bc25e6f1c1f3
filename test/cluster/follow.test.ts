import * as assert from 'uvu/assert';
import type { Answer, Failure } from '../../cluster/answer.ts';
import type { Stream } from '../../cluster/client.ts';
import { follow } from '../../cluster/follow.ts';
import { textAt } from '../../data/tree.ts';
import { suite } from '../harness.ts';
import { type Scripted, scripted, testTiming } from './scripted-client.ts';

const watching = (version: string) => `watch=1&resourceVersion=${version}&timeoutSeconds=240`;
const first = 'limit=500';

suite('a followed collection', (test) => {
  test('is listed in pages, then watched from the version of the list', async () => {
    const { asked, collection } = await play([page(['a', 'b'], '5', 'more'), page(['c'], '5')]);
    assert.equal(asked, [first, 'limit=500&continue=more', watching('5')]);
    assert.equal(collection, ['a', 'b', 'c']);
  });

  test('applies changes and deletions from the watch, and resumes after the last version, including bookmarks', async () => {
    const events = [event('ADDED', 'b', '6'), event('DELETED', 'a', '7'), event('BOOKMARK', '', '9')];
    const { asked, collection } = await play([page(['a'], '5'), stream(events)]);
    assert.equal(asked, [first, watching('5'), watching('9')]);
    assert.equal(collection, ['b']);
  });

  test('is listed again if the version of a watch is too old', async () => {
    const gone = { type: 'ERROR', object: { code: 410, message: 'too old' } };
    for (const expired of [rejected(410), stream([gone])]) {
      const { asked, collection } = await play([page(['a'], '5'), expired, page(['b'], '8')]);
      assert.equal(asked, [first, watching('5'), first, watching('8')]);
      assert.equal(collection, ['b']);
    }
  });

  test('is listed from the beginning if a page is too old', async () => {
    const { asked, collection } = await play([page(['a'], '5', 'more'), rejected(410), page(['b'], '8')]);
    assert.equal(asked, [first, 'limit=500&continue=more', first, watching('8')]);
    assert.equal(collection, ['b']);
  });

  test('is not replaced by a response that is not a list', async () => {
    for (const body of [{}, { message: '<html>' }, { kind: 'ThingList', items: [] }]) {
      const gone = stream([{ type: 'ERROR', object: { code: 410 } }]);
      const { collection, reports } = await play([page(['a'], '5'), gone, { ok: true, status: 200, body }]);
      assert.equal(collection, ['a']);
      assert.equal(reports, ['ok', 'ok', '0']);
    }
  });

  test('is listed again after an event that cannot be read', async () => {
    const withoutVersion = { type: 'DELETED', object: { metadata: { name: 'a' } } };
    for (const unknown of [withoutVersion, event('OTHER', 'a', '6'), {}, 1]) {
      const { asked, collection } = await play([page(['a'], '5'), stream([unknown as object]), page(['b'], '8')]);
      assert.equal(asked, [first, watching('5'), first, watching('8')]);
      assert.equal(collection, ['b']);
    }
  });

  test('continues after a lost connection', async () => {
    const { asked, collection } = await play([page([], '5'), broken([event('ADDED', 'b', '6')])]);
    assert.equal(asked, [first, watching('5'), watching('6')]);
    assert.equal(collection, ['b']);
  });

  test('waits as long as the server requests, and longer after each failure', async () => {
    const { slept } = await play([rejected(429, 7000), rejected(500), rejected(500), rejected(0)]);
    assert.equal(slept, [7000, 100, 200, 400]);
  });

  test('pauses between requests if each watch ends immediately', async () => {
    const { slept } = await play([page([], '5'), stream([]), stream([]), stream([])]);
    assert.equal(slept, [50, 100, 200]);
  });

  test('reports why it is not followed, and when it is followed again', async () => {
    const { reports } = await play([rejected(403), page([], '5'), stream([]), rejected(500), stream([])]);
    assert.equal(reports, ['403', 'ok', 'ok', '500', 'ok']);
  });
});

async function play(answers: readonly Scripted[]) {
  const stop = new AbortController();
  const timing = testTiming();
  const { client, asked } = scripted(answers, stop);
  const collection = new Set<string>();
  const reports: string[] = [];
  const replace = (all: readonly string[]) => {
    collection.clear();
    for (const name of all) collection.add(name);
  };
  const report = (problem: Failure | undefined) => reports.push(problem ? String(problem.status) : 'ok');
  const feed = { path: '/things', project: (object: unknown) => textAt(object, 'metadata', 'name'), replace, report };
  const change = (name: string) => void collection.add(name);
  const remove = (name: string) => void collection.delete(name);
  await follow(client, { ...feed, change, remove }, timing, stop.signal);
  return { asked, collection: [...collection], reports, slept: timing.slept };
}

function page(names: readonly string[], resourceVersion: string, next = ''): Answer {
  const items = names.map((name) => ({ metadata: { name } }));
  return { ok: true, status: 200, body: { kind: 'ThingList', metadata: { resourceVersion, continue: next }, items } };
}

function rejected(status: number, retryAfter = 0): Failure {
  return { ok: false, status, message: `status ${status}`, retryAfter };
}

function event(type: string, name: string, resourceVersion: string): object {
  return { type, object: { metadata: { name, resourceVersion } } };
}

function stream(events: readonly object[]): Stream {
  async function* values() {
    yield* events;
  }
  return { ok: true, values: values() };
}

function broken(events: readonly object[]): Stream {
  async function* values() {
    yield* events;
    throw new Error('terminated');
  }
  return { ok: true, values: values() };
}
