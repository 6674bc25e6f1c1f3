import * as assert from 'uvu/assert';
import { addressOf } from '../../gateway/limits/address.ts';
import { openAllowances } from '../../gateway/limits/allowances.ts';
import { openLimits } from '../../gateway/limits/limits.ts';
import { createApp } from '../../gateway/routes/app.ts';
import type { Gateway } from '../../gateway/routes/gateway.ts';
import { openMetrics } from '../../gateway/routes/metrics.ts';
import { suite } from '../harness.ts';
import { gatewayFixture, origin } from './fixture.ts';
import { people } from './people.ts';
import { addMember } from './propose.ts';

const { gateway } = gatewayFixture();

/** A gateway with limits and a clock that tests can move. */
function limited(proxies = 0, parts: Partial<Gateway> = {}) {
  let now = 0;
  const limits = openLimits(() => now);
  const answer = async () => new Response(null, { status: 303 });
  const isSignIn = (request: Request) => new URL(request.url).pathname.startsWith('/auth/');
  const authenticator = {
    ...gateway.authenticator,
    handle: async (request: Request) => (isSignIn(request) ? answer() : undefined),
  };
  const app = createApp({ ...gateway, limits, proxies, authenticator, ...parts }, openMetrics());
  const cookieOf = async (name: 'owner' | 'viewer') => {
    const identity = { name, email: '', subject: `x#${name}`, providerSession: undefined };
    const secret = await gateway.sessions.add({ person: people[name], ...identity, expiresAt: 8.64e15 });
    return `${authenticator.cookie}=${secret}`;
  };
  const cookies = { owner: cookieOf('owner'), viewer: cookieOf('viewer') };
  const ask = (peer: string, path: string, options: RequestInit & { headers?: Record<string, string> } = {}) =>
    app.request(path, { ...options, headers: { host: new URL(origin).host, origin, ...options.headers } }, { peer });
  const post = async (name: keyof typeof cookies, path: string, body: object) => {
    const headers = { cookie: await cookies[name], 'content-type': 'application/json' };
    return ask('10.0.0.1', path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const get = async (name: keyof typeof cookies, path: string) =>
    ask('10.0.0.1', path, { headers: { cookie: await cookies[name] } });
  const wait = (seconds: number) => {
    now += seconds * 1000;
  };
  return { limits, ask, get, post, wait };
}

/** The number of requests before the first response with 429; `most` if there is no such response. */
async function requestsBeforeLimit(most: number, send: () => Response | Promise<Response>): Promise<number> {
  for (let index = 0; index < most; index++) {
    const response = await send();
    if (response.status !== 429) continue;
    const { title, status } = (await response.json()) as { readonly title: string; readonly status: number };
    assert.equal([title, status], ['You sent too many requests', 429]);
    assert.match(response.headers.get('content-type') ?? '', 'application/problem+json');
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    return index;
  }
  return most;
}

suite('request limits:', (test) => {
  test('an allowance is used up, and time restores it', () => {
    let now = 0;
    const all = openAllowances({ max: 2, perSecond: 0.5 }, () => now);
    all.use('a', 1);
    assert.is(all.wait('a'), 0);
    all.use('a', 1);
    assert.equal([all.wait('a'), all.wait('b')], [2, 0]);
    now = 2000;
    assert.is(all.wait('a'), 0);
    all.use('a', 11);
    assert.is(all.wait('a'), 22);
    now = 1e9;
    all.use('a', 2);
    assert.is(all.wait('a'), 2, 'it does not grow above its maximum');
  });

  test('a clock that moves backwards restores nothing', () => {
    let now = 10_000;
    const all = openAllowances({ max: 1, perSecond: 1 }, () => now);
    all.use('a', 1);
    now = 0;
    assert.is(all.wait('a'), 1);
  });

  test('concurrent probes and scrapes without a session share an answer', async () => {
    const counts = { ready: 0, changes: 0 };
    const counted = (name: keyof typeof counts) => {
      counts[name] += 1;
      return counts[name];
    };
    const app = createApp(
      {
        ...gateway,
        isStored: async () => counted('ready') > 0,
        changes: { ...gateway.changes, openCount: async () => counted('changes') },
      },
      openMetrics(),
    );
    const round = async () => {
      const paths = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? '/readyz' : '/metrics'));
      for (const { status } of await Promise.all(paths.map((path) => app.request(path)))) assert.is(status, 200);
    };
    await round();
    assert.equal(counts, { ready: 1, changes: 1 });
    await round();
    assert.equal(counts, { ready: 2, changes: 2 });
  });

  test('a person who has used up the time cannot search for a commit', async () => {
    let searches = 0;
    const run: Gateway['work']['run'] = async () => {
      searches += 1;
      return { value: { lacksAny: false, commit: undefined } };
    };
    const { limits, get } = limited(0, { work: { ...gateway.work, run } });
    const search = () => get('owner', `/api/v1/tenants?at=${'0'.repeat(40)}`);
    assert.equal([(await search()).status, searches], [404, 1]);
    limits.time.use('x#owner', 30_000);
    assert.equal([(await search()).status, searches], [429, 1]);
  });

  test('sign-ins are limited by address', async () => {
    const { ask, wait } = limited();
    const send = (peer: string, path = '/auth/login') => ask(peer, path);
    assert.is(await requestsBeforeLimit(100, () => send('10.0.0.1')), 60);
    assert.is((await send('10.0.0.1', '/auth/callback?state=x')).status, 429);
    assert.is((await send('10.0.0.2')).status, 303);
    wait(1);
    assert.is((await send('10.0.0.1')).status, 303);
  });

  test('clients cannot choose their address', async () => {
    const { ask } = limited(1);
    let index = 0;
    const send = () =>
      ask('10.0.0.1', '/auth/login', { headers: { 'x-forwarded-for': `192.0.2.${index++}, 198.51.100.7` } });
    assert.is(await requestsBeforeLimit(100, send), 60);
    const direct = limited();
    const spoofed = () =>
      direct.ask('10.0.0.1', '/auth/login', { headers: { 'x-forwarded-for': `192.0.2.${index++}` } });
    assert.is(await requestsBeforeLimit(100, spoofed), 60);
  });

  test('previews and proposals are limited by person', async () => {
    const { post } = limited();
    const preview = () => post('owner', '/api/v1/previews', { files: [], intent: {} });
    assert.is(await requestsBeforeLimit(200, preview), 120);
    const propose = () => post('owner', '/api/v1/changes', { title: '' });
    assert.is(await requestsBeforeLimit(200, propose), 30);
    assert.is((await post('viewer', '/api/v1/previews', { intent: addMember })).status, 200);
  });

  test('a computation that fails is counted', async () => {
    const used: number[] = [];
    const { limits } = limited();
    const time = { ...limits.time, use: (_: string, milliseconds: number) => void used.push(milliseconds) };
    const { post } = limited(0, { limits: { ...limits, time } });
    assert.is((await post('owner', '/api/v1/simulations', { object: 'kind: x' })).status, 422);
    assert.is(used.length, 2, 'the response and the computation');
  });

  test('the time of reading the state of the cluster is counted', async () => {
    const used: number[] = [];
    const { limits } = limited();
    const time = { ...limits.time, use: (_: string, milliseconds: number) => void used.push(milliseconds) };
    const { get } = limited(0, { limits: { ...limits, time } });
    for (const path of ['volumes', 'workloads', 'namespaces', 'usage']) {
      used.length = 0;
      assert.is((await get('owner', `/api/v1/live/${path}`)).status, 200);
      assert.is(used.length, 2, 'the response and the rows');
    }
  });

  test('a person who has used a lot of processor time has to wait', async () => {
    const { limits, post, wait } = limited();
    limits.time.use('x#owner', 33_299);
    const preview = () => post('owner', '/api/v1/previews', { intent: addMember });
    const response = await preview();
    assert.equal([response.status, response.headers.get('retry-after')], [429, '11']);
    assert.is((await post('viewer', '/api/v1/previews', { intent: addMember })).status, 200);
    wait(11);
    assert.is((await preview()).status, 200);
    assert.is(limits.time.wait('x#owner') > 0, true, 'the preview is counted');
  });

  test('client addresses come only from trusted proxies', () => {
    assert.is(addressOf('10.0.0.1', '192.0.2.1', 0), '10.0.0.1');
    assert.is(addressOf('10.0.0.1', '192.0.2.1, 192.0.2.2', 1), '192.0.2.2');
    assert.is(addressOf('10.0.0.1', '192.0.2.1, 192.0.2.2', 2), '192.0.2.1');
    assert.is(addressOf('10.0.0.1', '192.0.2.1', 2), '10.0.0.1');
    assert.is(addressOf('10.0.0.1', undefined, 1), '10.0.0.1');
    assert.is(addressOf('10.0.0.1', 'evil', 1), '10.0.0.1');
    assert.is(addressOf('::ffff:10.0.0.1', undefined, 0), '10.0.0.1');
    assert.is(addressOf('2001:db8:0:01:a:b:c:d', undefined, 0), '2001:db8:0:1::/64');
    assert.is(addressOf('2001:db8::1', undefined, 0), '2001:db8:0:0::/64');
    assert.is(addressOf('::1', undefined, 0), '0:0:0:0::/64');
  });
});
