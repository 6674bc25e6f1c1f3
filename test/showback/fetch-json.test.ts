import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { fetchJsonWithin } from '../../showback/fetch-json.ts';
import { suite } from '../harness.ts';

/** The error of a request to a server that responds in its own way. */
async function errorFrom(respond: (response: ServerResponse) => void, milliseconds = 20_000): Promise<string> {
  const server = createServer((_, response) => respond(response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    await fetchJsonWithin(milliseconds)(`http://127.0.0.1:${port}/api?query=a`);
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

suite('a response of Prometheus or OpenCost', (test) => {
  test('that never ends is an error', async () => {
    const endless = (response: ServerResponse) => {
      response.once('drain', () => endless(response));
      while (response.write('x'.repeat(65_536)));
    };
    assert.match(await errorFrom(endless), /responded with too much data: the body has more than 64 MiB/);
  });

  test('that never continues is an error after the time limit', async () =>
    assert.match(await errorFrom((response) => response.write('{'), 200), /stopped responding/));

  test('that is cut off is an error', async () => {
    const cut = (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{}', () => response.destroy());
    };
    assert.match(await errorFrom(cut), /stopped responding/);
  });
});
