import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';
import type { Interceptor } from './github/server.ts';
import { builtTool } from './tools/paths.ts';

const commit = { mode: 'commit' };

suite('an error names the cause', (test) => {
  test('if the token is read-only, with the permission that the job needs', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const given = { with: { ...commit, token: 'read-token' } };
      const first = await runAction(server, checkout(main), given);
      assert.match(first.log, 'the files cannot be pushed');
      assert.match(first.log, 'add `contents: write` to the `permissions` of the job');
      await runAction(server, checkout(main), { with: commit });
      const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      const second = await runAction(server, checkout(next), given);
      assert.match(second.log, 'add `contents: write` to the `permissions` of the job');
      assert.equal([first.code, second.code], [1, 1]);
    }));

  test('if the token cannot comment, after everything else is done', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') }, 'change', main);
      const event = pullRequest({ base: main, head });
      const run = await runAction(server, checkout(head), { with: { mode: 'diff', token: 'read-token' }, ...event });
      assert.is(run.code, 1);
      assert.match(run.log, 'pull-requests: write');
      assert.match(run.summary, 'quota-shrunk');
    }));

  test('instead of a permission if a setting forbids pull requests or a conversation is locked', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      const message = 'GitHub Actions is not permitted to create or approve pull requests.';
      server.interceptors.push(({ method, path }) =>
        method === 'POST' && path.endsWith('/pulls') ? { status: 403, body: { message } } : undefined,
      );
      const rejected = await runAction(server, checkout(next), { with: { ...commit, deliver: 'pull-request' } });
      assert.match(
        rejected.log,
        'in the settings of the repository or organization, allow GitHub Actions to create pull requests',
      );
      server.interceptors.push(
        once('/comments', 403, { message: 'Unable to create comment because issue is locked.' }),
      );
      const head = push({ 'tenants/acme.yaml': kleffTenant('acme', 'pro') }, 'change', main);
      const event = pullRequest({ base: main, head });
      const locked = await runAction(server, checkout(head), { with: { mode: 'diff' }, ...event });
      assert.match(locked.log, 'unlock the conversation');
      for (const { log } of [rejected, locked]) assert.not.match(log, 'to the `permissions` of the job');
      assert.equal([rejected.code, locked.code], [1, 1]);
    }));

  test('if the token is invalid, or a ruleset forbids the change', () =>
    inWorld(async ({ server, checkout }, main) => {
      const wrong = await runAction(server, checkout(main), { with: { ...commit, token: 'no-token' } });
      assert.equal(
        [wrong.code, /the input token is missing, invalid or expired/.test(wrong.log)],
        [1, true],
        wrong.log,
      );
      server.interceptors.push(once('/git/refs', 422, { message: 'Repository rule violations found: rendered' }));
      const ruled = await runAction(server, checkout(main), { with: commit });
      assert.match(ruled.log, 'Repository rule violations found: rendered');
      assert.is(ruled.code, 1);
    }));
});

suite('an unreliable server', (test) => {
  const limits = { message: 'API rate limit exceeded for installation' };
  const reset = () => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 1),
  });
  const cases: Readonly<Record<string, () => Interceptor>> = {
    'is slow': () => () => ({ delay: 2000 }),
    'fails once': () => once('', 502, { message: 'Server Error' }),
    'reports an exhausted rate limit for a second': () => once('', 403, limits, reset()),
    'asks the client to slow down': () =>
      once('', 403, { message: 'You have exceeded a secondary rate limit' }, { 'retry-after': '1' }),
    'asks the client to slow down, in the newer form': () =>
      once('', 429, { message: 'secondary rate limit' }, { 'retry-after': '1' }),
    'responds with 429 and only a time to wait': () =>
      once('', 429, { message: 'Too Many Requests' }, { 'retry-after': '1' }),
    'reports a conflict': () => once('/git/refs', 409, { message: 'Conflict' }),
    'already has the branch': () => once('/git/refs', 422, { message: 'Reference already exists' }),
    'has not processed the push yet': () => once('/git/commits', 422, { message: 'Tree SHA does not exist' }),
  };
  for (const [title, interceptor] of Object.entries(cases))
    test(`${title}: the run still succeeds`, () =>
      inWorld(async ({ server, checkout }, main) => {
        server.interceptors.push(interceptor());
        const run = await runAction(server, checkout(main), { with: commit });
        assert.equal([run.code, run.outputs['committed']], [0, 'true'], run.log);
        assert.equal([server.interceptors, server.violations], [[], []]);
      }));

  test('fails one request of git: the run repeats it', () =>
    inWorld(async ({ server, checkout }, main) => {
      server.gitFailures.push(503);
      const run = await runAction(server, checkout(main), { with: commit });
      assert.equal([run.code, run.outputs['committed'], server.gitFailures], [0, 'true', []], run.log);
    }));

  test('applies its own limits to GraphQL: the run waits', () =>
    inWorld(async ({ server, push, checkout }, main) => {
      await runAction(server, checkout(main), { with: commit });
      const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      server.interceptors.push(
        once('/graphql', 200, { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }, reset()),
      );
      const run = await runAction(server, checkout(next), { with: commit });
      assert.equal([run.code, run.outputs['committed']], [0, 'true'], run.log);
    }));

  test('reports a rate limit that is exhausted for an hour: the run fails with that reason and does not wait', () =>
    inWorld(async ({ server, checkout }, main) => {
      const later = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 3600) };
      server.interceptors.push(once('', 403, limits, later));
      const run = await runAction(server, checkout(main), { with: commit });
      assert.is(run.code, 1);
      assert.match(run.log, 'the rate limit of the GitHub API is exceeded');
    }));
});

suite('a proxy', (test) => {
  for (const node of [process.execPath, builtTool('node24')])
    test(`is used if the environment names one (${node === process.execPath ? 'the Node that runs the tests' : 'Node 24'})`, () =>
      inWorld(async ({ server, checkout }, main) => {
        const proxy = await startProxy(server.url);
        const host = 'http://github.example';
        const addresses = {
          GITHUB_API_URL: `${host}/api/v3`,
          GITHUB_GRAPHQL_URL: `${host}/api/graphql`,
          GITHUB_SERVER_URL: host,
        };
        const env = { ...addresses, http_proxy: proxy.url, https_proxy: proxy.url };
        try {
          const run = await runAction(server, checkout(main), { with: commit, env, node });
          assert.is(run.code, 0, run.log);
          assert.ok(proxy.hosts.length > 2 && proxy.hosts.every((one) => one.startsWith('github.example')));
        } finally {
          await proxy.close();
        }
      }));
});

function once(path: string, status: number, body: object, headers = {}): Interceptor {
  return (call) => (call.path.includes(path) ? { status, body, headers } : undefined);
}

/**
 * A proxy that forwards the requests for every host to one server: through a tunnel, as Node connects, and by absolute URL, as
 * git connects.
 */
async function startProxy(target: string) {
  const hosts: string[] = [];
  const { port: targetPort } = new URL(target);
  const proxy = createServer((request, response) => {
    hosts.push(new URL(request.url ?? '').host);
    const { pathname, search } = new URL(request.url ?? '');
    const options = { port: targetPort, method: request.method, path: pathname + search, headers: request.headers };
    const upstream = forward(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(upstream);
  });
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    hosts.push(request.url ?? '');
    const upstream = connect(Number(targetPort), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const close = () => {
    proxy.closeAllConnections();
    return new Promise<void>((done) => proxy.close(() => done()));
  };
  return { hosts, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close };
}
