import * as assert from 'uvu/assert';
import { ofResponses, openBodies } from '../../gateway/limits/bodies.ts';
import { textBody } from '../../gateway/limits/text-body.ts';
import { ApiError } from '../../gateway/response/problem.ts';
import { openThread } from '../../gateway/work/thread.ts';
import { suite } from '../harness.ts';

const mebibyte = 1024 * 1024;

function statusOf(run: () => unknown): number {
  try {
    run();
    return 200;
  } catch (error) {
    return error instanceof ApiError ? error.problem.status : 500;
  }
}

suite('large responses', (test) => {
  test('are sent unchanged in parts', async () => {
    const { open } = openBodies(ofResponses);
    for (const text of ['x'.repeat(mebibyte), `x${'🚀'.repeat(300_000)}`, `${'é'.repeat(262_144)}🚀`]) {
      const body = textBody(text, open('owner'));
      assert.ok(body instanceof ReadableStream);
      assert.ok((await new Response(body).text()) === text);
    }
    assert.is(textBody('short', open('owner')), 'short');
  });

  test('are limited for each person, because clients can receive them slowly', async () => {
    const { open } = openBodies(ofResponses);
    const text = 'x'.repeat(40 * mebibyte);
    const slow = textBody(text, open('owner'));
    assert.is(
      statusOf(() => textBody(text, open('owner'))),
      429,
    );
    assert.is(textBody('short', open('owner')), 'short');
    const others = ['a', 'b', 'c'].map((name) => textBody(text, open(name)));
    assert.is(
      statusOf(() => textBody(text, open('late'))),
      503,
    );
    for (const body of [slow, ...others]) await (body as ReadableStream).cancel();
    assert.is(
      statusOf(() => textBody(text, open('owner'))),
      200,
    );
  });

  test('can be larger than the limit, one at a time', () => {
    const { open } = openBodies(ofResponses);
    const text = 'x'.repeat(65 * mebibyte);
    assert.ok(textBody(text, open('owner')) instanceof ReadableStream);
    assert.is(
      statusOf(() => textBody(text, open('owner'))),
      429,
    );
  });

  test('of the thread that renders do not stay in memory', async () => {
    const source = `require('node:worker_threads').parentPort.on('message', function (task) {
      this.postMessage({ outcome: 'done', value: 'x'.repeat(${8 * mebibyte}) });
    })`;
    const program = new URL(
      `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${source}`)}`,
    );
    const work = openThread({ program, data: {}, log: () => {} });
    const run = () => work.run({ name: 'x', head: '', commit: '' }, { subject: 'owner' });
    await run();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 24; index++) await run();
    for (let index = 0; index < 4; index++) await run();
    const grown = (process.memoryUsage().heapUsed - before) / mebibyte;
    await work.close();
    assert.ok(grown < 150, `${Math.round(grown)} MiB`);
  });
});
