import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { keepFewConnections } from '../../io/few-connections.ts';
import { suite } from '../harness.ts';

const max = 20;

async function started() {
  const server = createServer((_, response) => response.end('ok'));
  keepFewConnections(server, max);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const closed = new Promise((done) => server.once('close', done));
  const stop = () => {
    server.close();
    server.closeAllConnections();
    return closed;
  };
  return { server, open, stop };
}

async function answerIn(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [part] = (await once(socket, 'data')) as [Buffer];
  return part.toString().slice(9, 12);
}

suite('open connections of a server', (test) => {
  test('of one client do not close those of another', async () => {
    const { open, stop } = await started();
    const other = await open('127.0.0.2');
    const many: Socket[] = [];
    for (let index = 0; index < 100; index++) many.push(await open('127.0.0.1'));
    await sleep(50);
    const left = many.flatMap((socket, index) => (socket.closed || socket.destroyed ? [] : [index]));
    assert.equal(
      left,
      Array.from({ length: max - 1 }, (_, index) => 100 - (max - 1) + index),
    );
    assert.is(await answerIn(other), '200');
    await stop();
  });

  test('do not count after they are closed', async () => {
    const { open, stop } = await started();
    const first = await open('127.0.0.1');
    for (let index = 0; index < 100; index++) {
      const socket = await open('127.0.0.1');
      socket.destroy();
      await once(socket, 'close');
      if (index % 10 === 0) await sleep(5);
    }
    assert.is(await answerIn(first), '200');
    await stop();
  });
});
