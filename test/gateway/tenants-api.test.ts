import * as assert from 'uvu/assert';
import type { Answer } from '../../cluster/answer.ts';
import { valueAt } from '../../data/tree.ts';
import { createTenantsApi } from '../../gateway/tenants-api/app.ts';
import { suite } from '../harness.ts';
import { fixture } from './hidden-tenant.ts';
import { people } from './people.ts';

const down: Answer = { ok: false, status: 0, message: 'no valid response from the API server: gone', retryAfter: 0 };

/** The Tenants API with an API server that authenticates only the token `t1`, as the owner. */
function apiOf(isDown = false) {
  return clockedApi(isDown).api;
}

/** The Tenants API, the tokens that the API server reviewed, and a clock that tests can advance. */
function clockedApi(isDown = false) {
  const { user, groups } = people.owner;
  const reviewed: unknown[] = [];
  let now = 0;
  const post = async (_: string, review: unknown): Promise<Answer> => {
    const token = valueAt(review, 'spec', 'token');
    reviewed.push(token);
    const isKnown = token === 't1';
    const status = isKnown ? { authenticated: true, user: { username: user, groups } } : { authenticated: false };
    return isDown ? down : { ok: true, status: 201, body: { status } };
  };
  const { branch } = fixture.gateway;
  const api = createTenantsApi({ cluster: { post }, branch, log: assert.unreachable, now: () => now });
  const send = async (token: string, peer = '10.0.0.1', forwarded = '') => {
    const headers = { 'x-forwarded-for': forwarded };
    const body = JSON.stringify({ token });
    return (await api.request(path, { method: 'POST', headers, body }, { peer })).status;
  };
  const wait = (seconds: number) => {
    now += seconds * 1000;
  };
  return { api, reviewed, send, wait };
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

  test('rejects other tokens, and does not repeat them', async () => {
    for (const body of ['{"token":"secret"}', '{"token":1}', '[]', 'null', '{', ''])
      assert.is((await apiOf().request(path, { method: 'POST', body })).status, 401, body);
    const response = await apiOf().request(path, { method: 'POST', body: '{"token":"secret"}' });
    assert.not.match(await response.text(), 'secret');
    const large = JSON.stringify({ token: 'x'.repeat(200_000) });
    assert.is((await apiOf().request(path, { method: 'POST', body: large })).status, 413);
  });

  test('serves nothing else, and responds with 503 without the API server', async () => {
    assert.is((await apiOf().request(path)).status, 404);
    assert.is((await apiOf().request('/api/v1/session')).status, 404);
    const response = await apiOf(true).request(path, { method: 'POST', body: '{"token":"t1"}' });
    assert.equal([response.status, response.headers.get('retry-after')], [503, '10']);
  });

  test('asks the API server once for concurrent and repeated requests, and again after a minute', async () => {
    const { reviewed, send, wait } = clockedApi();
    assert.equal(await Promise.all([send('t1'), send('t1'), send('t1')]), [200, 200, 200]);
    wait(59);
    assert.is(await send('t1'), 200);
    assert.equal(reviewed, ['t1']);
    wait(2);
    assert.is(await send('t1'), 200);
    assert.equal(reviewed, ['t1', 't1']);
  });

  test('keeps the review of a valid token while many forged ones arrive, and a rejection for ten seconds', async () => {
    const { reviewed, send, wait } = clockedApi();
    await send('t1');
    for (let index = 0; index < 1100; index++) await send(`forged-${index}`, `10.0.1.${index % 200}`);
    assert.equal([await send('t1'), await send('forged-1099')], [200, 401]);
    assert.is(reviewed.length, 1101);
    wait(11);
    assert.is(await send('forged-1099'), 401);
    assert.is(reviewed.length, 1102);
  });

  test('repeats a review that the API server did not answer', async () => {
    const { reviewed, send } = clockedApi(true);
    assert.equal([await send('t1'), await send('t1')], [503, 503]);
    assert.is(reviewed.length, 2);
  });

  test('limits each client behind the API server, and pods that forge client addresses', async () => {
    const { reviewed, send } = clockedApi();
    const flood = (from: (index: number) => readonly [peer: string, forwarded: string]) =>
      Promise.all(Array.from({ length: 1500 }, (_, index) => send(`forged-${index}`, ...from(index))));
    const statuses = await flood((index) => ['10.0.0.1', `1.1.1.${index % 200}, 192.0.2.1`]);
    assert.is(statuses.filter((status) => status !== 429).length, 120);
    assert.is(await send('t1', '10.0.0.1', '192.0.2.2'), 200);
    await flood((index) => ['10.9.9.9', `10.1.${index >> 8}.${index % 256}`]);
    assert.is(reviewed.length, 120 + 1 + 1200 - 120);
  });
});
