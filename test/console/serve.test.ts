import { request } from 'node:http';
import * as assert from 'uvu/assert';
import { type Served, serveLoopback } from '../../gateway/loopback.ts';
import { plainDirectory } from '../../gateway/world/plain-directory.ts';
import { runOn } from '../cli/fake-ports.ts';
import { suite } from '../harness.ts';
import { sampleFiles } from './sample.ts';

const pageWith = (gateway: string) => `<p>tenants<meta name="leasehold-gateway" content="${gateway}" />`;
const page = { type: 'text/html', contents: pageWith('none') };
const options = {
  repository: plainDirectory('tenants', () => sampleFiles),
  isRepository: false,
  site: { file: (path: string) => (path === '/index.html' ? page : undefined), data: {} },
  usage: () => undefined,
  port: 0,
  author: { name: 'Ada', email: 'ada@corp.io' },
  denial: 'denied',
  log: () => {},
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** Unlike fetch, it can send any Host header. */
function ask(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(url, { headers, method }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', fail).end();
  });
}

async function withSite(use: (served: Served, root: string) => Promise<void>): Promise<void> {
  const served = await serveLoopback(options);
  try {
    await use(served, new URL('/', served.url).href);
  } finally {
    await served.close();
  }
}

suite('the server of the console', (test) => {
  test('opens only once through the link', () =>
    withSite(async ({ url }, root) => {
      assert.is((await ask(root)).status, 403);
      const opened = await ask(url);
      assert.equal([opened.status, opened.headers['location']], [303, '/']);
      const [setCookie = ''] = opened.headers['set-cookie'] ?? [];
      assert.match(setCookie, /; HttpOnly; SameSite=Strict$/);
      const cookie = setCookie.split(';')[0] ?? '';
      assert.is((await ask(root, { cookie })).text, pageWith('api'));
      assert.is((await ask(url)).status, 403);
      assert.is((await ask(`${root}other`, { cookie })).status, 404);
      for (const wrong of [cookie.slice(0, -1), `${cookie}x`, 'leasehold=', `x${cookie}`])
        assert.is((await ask(root, { cookie: wrong })).status, 403, wrong);
    }));

  test('rejects host names that another site can resolve to this machine, and methods that write', () =>
    withSite(async ({ url }, root) => {
      assert.is((await ask(url, { host: 'evil.example.com' })).status, 421);
      assert.is((await ask(root, {}, 'POST')).status, 405);
      assert.is((await ask(url)).status, 303);
    }));

  test('sends the policy, even with a rejection', () =>
    withSite(async (_, root) => {
      const { headers } = await ask(root);
      assert.match(String(headers['content-security-policy']), "frame-ancestors 'none'");
      assert.is(headers['x-content-type-options'], 'nosniff');
      assert.is(headers['cache-control'], 'no-store');
    }));

  test('continues if it cannot read a new commit, and logs the failure and the recovery once', async () => {
    const timers: (() => void)[] = [];
    const { setInterval: start } = globalThis;
    globalThis.setInterval = ((act: () => void) => {
      timers.push(act);
      return { unref: () => {} };
    }) as unknown as typeof setInterval;
    const plain = options.repository;
    const logged: string[] = [];
    let head = plain.head();
    const filesAt = (sha: string) => {
      if (sha === 'broken') throw new Error('its objects are missing');
      return plain.filesAt(sha);
    };
    const repository = { ...plain, head: () => head, filesAt };
    const served = await serveLoopback({ ...options, repository, log: (text) => logged.push(text) });
    globalThis.setInterval = start;
    const look = async (sha: string) => {
      head = sha;
      for (const act of timers) act();
      await new Promise(setImmediate);
    };
    await look('broken');
    await look('broken');
    await look('later');
    await served.close();
    assert.equal(logged, [
      'the repository is not available: its objects are missing',
      'the repository is available again',
    ]);
  });

  test('rejects an invalid port', async () => {
    const files = [{ path: '/tenants/a.yaml', text: 'a: 1\n' }];
    const machine = {
      trees: { tenants: files, '/tenants': files },
      site: { assets: () => [{ path: 'index.html', contents: '' }] },
    };
    for (const port of ['x', '70000', '1.5']) {
      const { code, stderr } = await runOn(machine, 'console', '--port', port);
      assert.is(code, 2);
      assert.match(stderr, '--port is');
    }
  });
});
