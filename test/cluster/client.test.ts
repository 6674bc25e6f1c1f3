import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { type Client, connect } from '../../cluster/client.ts';
import { readList } from '../../cluster/list.ts';
import { suite } from '../harness.ts';

/** Sends requests to a server that responds to all of them with the same text. */
async function against(text: string, use: (client: Client) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.end(text));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const client = connect({ server: `http://127.0.0.1:${port}`, ca: '', token: () => '', now: Date.now });
  try {
    await use(client);
  } finally {
    await client.close();
    server.close();
  }
}

const namespace = '{"kind":"Namespace","metadata":{"name":"acme"}}';
const list = '{"kind":"ThingList","metadata":{"resourceVersion":"5"},"items":[{"a":1}]}';

suite('a client of the API server', (test) => {
  test('returns objects and lists', async () => {
    await against(namespace, async (client) => assert.ok((await client.get('/acme')).ok));
    const found = { ok: true, items: [{ a: 1 }], version: '5' };
    await against(list, async (client) =>
      assert.equal(await readList(client, '/things', { project: (item) => item }), found),
    );
  });

  test('returns the response of an aggregated API to a POST request', () =>
    against('{"tenants":[]}', async (client) =>
      assert.equal(await client.post('/tenants', {}), { ok: true, status: 200, body: { tenants: [] } }),
    ));

  test('reports a token that cannot be read', async () => {
    const token = () => {
      throw new Error('EACCES');
    };
    const client = connect({ server: 'http://127.0.0.1:1', ca: '', token, now: Date.now });
    for (const answer of [await client.get('/a'), await client.post('/a', {}), await client.patch('/a', {})])
      assert.ok(!answer.ok && answer.status === 0);
    await client.close();
  });

  for (const text of ['', '{}', '[]', 'null', '<html>Sign in</html>', '{"kind":', '{"items":[]}'])
    test(`does not accept ${text || 'nothing'} as an object or an empty list`, () =>
      against(text, async (client) => {
        const answers = [
          await client.get('/a'),
          await client.patch('/a', {}),
          await readList(client, '/a', { project: String }),
        ];
        for (const answer of answers) assert.ok(!answer.ok && answer.status === 0);
      }));

  test('rejects an object that is too large', () =>
    against(`{"kind":"Namespace","a":"${'x'.repeat(17 * 1024 * 1024)}"}`, async (client) => {
      const answer = await client.get('/acme');
      assert.ok(!answer.ok && answer.message.includes('more than 16 MiB'));
    }));
});
