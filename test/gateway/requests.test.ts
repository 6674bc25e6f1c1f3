import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { origin } from './fixture.ts';
import { fixture, hostile } from './hidden-tenant.ts';
import { people } from './people.ts';

const { ask, gateway } = fixture;

suite('the gateway', (test) => {
  test('sends strict headers with probes, responses of the API and errors', async () => {
    for (const path of ['/healthz', '/api/v1/tenants', '/api/v1/nothing', '/nothing']) {
      const { headers } = await ask('admin', path);
      assert.match(headers.get('content-security-policy') ?? '', "require-trusted-types-for 'script'");
      assert.is(headers.get('x-content-type-options'), 'nosniff', path);
      assert.match(headers.get('strict-transport-security') ?? '', 'max-age');
    }
  });

  test('returns lists and objects with hostile text as JSON', async () => {
    const response = await ask('admin', `/api/v1/tenants?q=${encodeURIComponent(hostile)}`);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    const objects = await ask('admin', '/api/v1/tenants/xq7/objects');
    assert.match(objects.headers.get('content-type') ?? '', /^application\/json/);
  });

  test('rejects requests that pages of other sites can send', async () => {
    const post = (headers: Readonly<Record<string, string>>, body: unknown = { files: [] }) =>
      ask('admin', '/api/v1/previews', { method: 'POST', body, headers });
    assert.is((await post({})).status, 200);
    assert.is((await post({ origin: 'https://evil.example.com' })).status, 403);
    assert.is((await post({ origin, 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.is((await post({ origin, 'sec-fetch-site': 'same-site' })).status, 403);
    assert.is((await post({ 'content-type': 'text/plain' })).status, 415);
    assert.is((await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'files=')).status, 415);
    assert.is((await post({ host: 'evil.example.com' })).status, 421);
    const bare = await fixture.app.request('/api/v1/previews', {
      method: 'POST',
      headers: { host: 'tenants.example.com' },
    });
    assert.is(bare.status, 401);
  });

  test('limits the size of a request', async () => {
    const body = JSON.stringify({ files: [{ path: 'tenants/a.yaml', text: 'a'.repeat(5_000_000) }] });
    assert.is((await ask('admin', '/api/v1/previews', { method: 'POST', body })).status, 413);
  });

  test('rejects unknown paths, methods and parameters', async () => {
    assert.is((await ask('admin', '/api/v1/nothing')).status, 404);
    assert.is((await ask('admin', '/api/v1/tenants', { method: 'POST', body: {} })).status, 405);
    assert.is((await ask('admin', '/api/v1/tenants?color=red')).status, 400);
    assert.is((await ask('admin', '/api/v1/tenants?q=a&q=b')).status, 400);
  });

  test('has probes and counters that do not reveal names', async () => {
    for (const path of ['/healthz', '/readyz']) assert.is(await (await fixture.app.request(path)).text(), 'ok\n');
    const text = await (await fixture.app.request('/metrics')).text();
    assert.match(text, /leasehold_gateway_requests_total\{method="GET",status="200"\} \d+/);
    assert.not.match(text, /xq7|corp\.io/);
  });

  test('sends events only to the people who may see them', async () => {
    const follow = async (name: 'owner' | 'viewer') => {
      const response = await ask(name, '/api/v1/events');
      assert.is(response.headers.get('content-type'), 'text/event-stream');
      return (response.body as ReadableStream<Uint8Array>).getReader();
    };
    const [owner, viewer] = [await follow('owner'), await follow('viewer')];
    gateway.events.send({ type: 'change', user: people.owner.user, data: { id: 'mine' } });
    gateway.events.send({ type: 'revision', user: undefined, data: { head: 'abc' } });
    const read = async (reader: ReadableStreamDefaultReader<Uint8Array>, until: RegExp) => {
      let text = '';
      while (!until.test(text)) text += new TextDecoder().decode((await reader.read()).value);
      await reader.cancel();
      return text;
    };
    assert.match(await read(owner, /revision/), /event: change\ndata: \{"id":"mine"\}/);
    assert.not.match(await read(viewer, /revision/), /mine/);
  });

  test('sends events to at most ten pages of a person', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => ask('editor', '/api/v1/events')));
    const rejected = await ask('editor', '/api/v1/events');
    assert.equal([rejected.status, rejected.headers.get('retry-after')], [429, '25']);
    await streams[0]?.body?.cancel();
    const next = await ask('editor', '/api/v1/events');
    assert.is(next.status, 200);
    for (const { body } of [next, ...streams.slice(1)]) await body?.cancel();
  });

  test('ends events with the session', async () => {
    const person = people.owner;
    const identity = { name: 'Olga', email: person.user, subject: 'x#olga', providerSession: undefined };
    const secret = await gateway.sessions.add({ person, ...identity, expiresAt: Date.now() + 60_000 });
    const headers = { cookie: `__Host-leasehold=${secret}` };
    const response = await ask(undefined, '/api/v1/events', { headers });
    await gateway.sessions.remove(secret);
    gateway.events.send({ type: 'change', user: person.user, data: { id: 'late' } });
    assert.is(await response.text(), 'retry: 3000\n\n');
  });
});
