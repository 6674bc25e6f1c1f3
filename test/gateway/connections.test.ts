import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { limitedText } from '../../gateway/response/limited-text.ts';
import { ApiError } from '../../gateway/response/problem.ts';
import { sharedBody } from '../../gateway/response/shared-body.ts';
import { listen } from '../../gateway/server.ts';
import { suite } from '../harness.ts';

/** Sends text in one connection, and returns what the server sends until it closes the connection. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (part) => void received.push(part));
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(received).toString();
}

async function statusOf(run: () => Promise<unknown>): Promise<number> {
  try {
    await run();
    return 200;
  } catch (error) {
    return error instanceof ApiError ? error.problem.status : 500;
  }
}

suite('connections of the gateway', (test) => {
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  test('can have a few requests in progress, and close if there are too many', async () => {
    let answered = 0;
    const respond = async () => {
      await sleep(20);
      answered += 1;
      return new Response('x');
    };
    const server = await listen(() => respond, '127.0.0.1', 0);
    const few = await exchange(server.port, `${request}${last}`);
    assert.is(few.split('HTTP/1.1 200').length - 1, 2);
    assert.is(answered, 2);
    const many = await exchange(server.port, request.repeat(600));
    assert.not.match(many, 'HTTP/1.1 200');
    await sleep(50);
    assert.ok(answered <= 4, `${answered} requests`);
    await server.close();
  });

  test('can have many requests, one after another', async () => {
    const server = await listen(() => () => new Response('x'), '127.0.0.1', 0);
    const socket = connect(server.port, '127.0.0.1');
    for (let index = 0; index < 50; index++) {
      socket.write(request);
      const [part] = (await once(socket, 'data')) as [Buffer];
      assert.match(part.toString(), /^HTTP\/1.1 200/);
    }
    socket.destroy();
    await server.close();
  });

  test('receive bodies in chunks, but not in many chunks of a few bytes', async () => {
    const server = await listen(
      () => async (received) => {
        const status = await statusOf(() => limitedText(received, 1024 * 1024));
        return new Response(null, { status });
      },
      '127.0.0.1',
      0,
    );
    const start = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    const bodies = [
      `3e8\r\n${'x'.repeat(1000)}\r\n`.repeat(1000),
      '1\r\nx\r\n'.repeat(1000),
      '1\r\nx\r\n'.repeat(50_000),
    ];
    const answers = await Promise.all(bodies.map((body) => exchange(server.port, `${start}${body}0\r\n\r\n`)));
    assert.equal(
      answers.map((answer) => answer.slice(9, 12)),
      ['200', '200', '413'],
    );
    await server.close();
  });

  test('share the bytes of files', async () => {
    for (const size of [0, 10, 64 * 1024, 200_000]) {
      const bytes = new Uint8Array(size).fill(7);
      const { value } = await sharedBody(bytes).getReader().read();
      assert.is(value?.buffer, bytes.buffer);
      assert.equal(new Uint8Array(await new Response(sharedBody(bytes)).arrayBuffer()), bytes);
    }
  });
});
