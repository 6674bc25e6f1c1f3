import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { ForgeError } from '../../gateway/changes/forge.ts';
import { openForgeApi } from '../../gateway/changes/forge-api.ts';
import { suite } from '../harness.ts';

async function errorFrom(text: string): Promise<ForgeError> {
  const server = createServer((_, response) => response.end(text));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const error = await openForgeApi(`http://127.0.0.1:${port}`, {})
    .get('/pulls')
    .catch((failure: ForgeError) => failure);
  server.close();
  server.closeAllConnections();
  assert.ok(error instanceof ForgeError);
  return error;
}

suite('the API of a forge', (test) => {
  test('rejects a response of more than 32 MiB', async () => {
    const error = await errorFrom(`["${'x'.repeat(33 * 1024 * 1024)}"]`);
    assert.is(error.why, 'unavailable');
    assert.match(error.message, /more than 32 MiB/);
  });

  test('names the request if the response is not JSON', async () => {
    const error = await errorFrom('<html>');
    assert.is(error.why, 'unavailable');
    assert.match(error.message, /^no valid response from the forge to GET \/pulls: .*not valid JSON/);
  });
});
