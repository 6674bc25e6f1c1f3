import * as assert from 'uvu/assert';
import type { Answer } from '../../cluster/answer.ts';
import type { Client } from '../../cluster/client.ts';
import { valueAt } from '../../data/tree.ts';
import { createTenantsApi } from '../../gateway/tenants-api.ts';
import { suite } from '../harness.ts';
import { fixture } from './hidden-tenant.ts';
import { people } from './people.ts';

const down: Answer = { ok: false, status: 0, message: 'no answer from the API server: gone', retryAfter: 0 };

/** The API server knows the owner by the token `t1`. */
function apiOf(isDown = false) {
  const { user, groups } = people.owner;
  const post = async (_: string, review: unknown): Promise<Answer> => {
    const isKnown = valueAt(review, 'spec', 'token') === 't1';
    const status = isKnown ? { authenticated: true, user: { username: user, groups } } : { authenticated: false };
    return isDown ? down : { ok: true, status: 201, body: { status } };
  };
  const cluster = { post } as unknown as Client;
  return createTenantsApi({ cluster, views: fixture.gateway.views, log: assert.unreachable });
}

const path = '/api/v1/tenants';

suite('the Tenants API', (test) => {
  test('lists the tenants of the user whose token is in the body or the header', async () => {
    const expected = { tenants: [{ name: 'pay', role: 'owner' }] };
    const inBody = await apiOf().request(path, { method: 'POST', body: JSON.stringify({ token: 't1' }) });
    assert.equal([inBody.status, await inBody.json()], [200, expected]);
    const inHeader = await apiOf().request(path, { method: 'POST', headers: { authorization: 'Bearer t1' } });
    assert.equal([inHeader.status, await inHeader.json()], [200, expected]);
  });

  test('refuses other tokens, and does not repeat them', async () => {
    for (const body of ['{"token":"secret"}', '{"token":1}', '[]', 'null', '{', ''])
      assert.is((await apiOf().request(path, { method: 'POST', body })).status, 401, body);
    const response = await apiOf().request(path, { method: 'POST', body: '{"token":"secret"}' });
    assert.not.match(await response.text(), 'secret');
    const large = JSON.stringify({ token: 'x'.repeat(200_000) });
    assert.is((await apiOf().request(path, { method: 'POST', body: large })).status, 413);
  });

  test('serves nothing else, and answers 503 without the API server', async () => {
    assert.is((await apiOf().request(path)).status, 404);
    assert.is((await apiOf().request('/api/v1/session')).status, 404);
    const response = await apiOf(true).request(path, { method: 'POST', body: '{"token":"t1"}' });
    assert.equal([response.status, response.headers.get('retry-after')], [503, '10']);
  });
});
