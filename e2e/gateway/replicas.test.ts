import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { listAt, textAt } from '../../data/tree.ts';
import { type Browser, signInAt } from '../../test/gateway/browser.ts';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { project } from './pushed-repository.ts';
import { browsersAt, preparePair } from './replica-pair.ts';

const { gitea, database, origin, provider, repository, stalling, environment, startAt } = await preparePair();
const { server, sql } = database;
// The second replica polls the branch and the forge only once an hour.
let [first, second] = await Promise.all([startAt(0, 1, stalling.url), startAt(1, 3600)]);
const { app, newBrowser, use, signedIn, jsonOf, send } = browsersAt(origin, first);
provider.setGroups('olga@corp.io', ['pay-leads']);
provider.setGroups('alex@corp.io', ['platform-admins']);
const olga = newBrowser();

suite('two replicas with one database', (test) => {
  test("continue each other's logins, sessions and lists", async () => {
    use(first);
    const begun = await olga.open(`${origin}/auth/login?to=/api/v1/session`);
    await begun.body?.cancel();
    use(second);
    await signInAt(olga, olga.at(), 'olga@corp.io');
    for (const replica of [first, second]) {
      use(replica);
      assert.is(((await jsonOf(olga, '/session')) as { readonly user: string }).user, 'olga@corp.io');
    }
    const alex = await signedIn('alex@corp.io');
    use(first);
    const page = await jsonOf(alex, '/tenants?limit=1');
    use(second);
    const next = await jsonOf(alex, `/tenants?limit=1&cursor=${textAt(page, 'next')}`);
    assert.not.equal(listAt(next, 'items'), listAt(page, 'items'));
  });

  test('store no cookie, token or secret in the table of sessions, and log no cookie or secret', async () => {
    const cookies = [...olga.cookies].filter(([key]) => key.includes('__Host-leasehold')).map(([, value]) => value);
    assert.ok(cookies.length > 0);
    const dump = sql(
      `select string_agg(t::text || encode(sealed, 'escape') || encode(sealed, 'base64'), '') from gateway_sessions t`,
    );
    assert.ok(dump.length > 500);
    for (const text of [...cookies, 'eyJhbGci', 'olga@corp.io"', environment.LEASEHOLD_SESSION_SECRET])
      assert.not.ok(dump.includes(text), text);
    for (const name of ['gateway-0', 'gateway-1'])
      for (const text of [...cookies, 'a-password', environment.LEASEHOLD_SESSION_SECRET])
        assert.not.ok(readFileSync(logOf(name), 'utf8').includes(text), `${name}: ${text}`);
  });

  test('both end a session after a back-channel logout, and accept its token only once', async () => {
    const kim = await signedIn('kim@corp.io');
    use(first);
    const now = Math.floor(Date.now() / 1000);
    const token = await provider.sign({
      ...{ iss: provider.issuer, aud: provider.clientId, iat: now, exp: now + 60, jti: 'one', sub: 'kim@corp.io' },
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    const end = () => {
      const body = new URLSearchParams({ logout_token: token });
      return app(`${origin}/auth/backchannel-logout`, { method: 'POST', body });
    };
    assert.is((await end()).status, 200);
    for (const replica of [first, second]) {
      use(replica);
      assert.is((await kim.open(`${origin}/api/v1/session`)).status, 401);
      assert.is((await end()).status, 400);
    }
  });

  test('report a database that is down, recover automatically, and keep their sessions', async () => {
    await server.stop();
    for (const replica of [first, second]) {
      use(replica);
      const response = await olga.open(`${origin}/api/v1/session`);
      assert.equal(
        [response.status, response.headers.get('content-type'), response.headers.get('retry-after')],
        [503, 'application/problem+json', '5'],
      );
      assert.is(textAt((await response.json()) as object, 'detail'), 'the database is not available');
      const ready = await app(`${origin}/readyz`, {});
      assert.equal([ready.status, await ready.text()], [503, 'the database is not available\n']);
      assert.is((await app(`${origin}/healthz`, {})).status, 200);
      assert.not.match(await (await app(`${origin}/metrics`, {})).text(), 'leasehold_gateway_sessions');
    }
    await logged('the database is not available');
    await server.start();
    for (const replica of [first, second]) {
      use(replica);
      assert.is((await app(`${origin}/readyz`, {})).status, 200);
      assert.is(textAt(await jsonOf(olga, '/session'), 'user'), 'olga@corp.io');
      assert.match(await (await app(`${origin}/metrics`, {})).text(), 'leasehold_gateway_sessions 2');
    }
    await logged('the database is available again');
  });

  test('open a change once, although a replica is killed after the push', async () => {
    use(first);
    const { head } = (await jsonOf(olga, '/session')) as { readonly head: string };
    let finds = 0;
    // The gateway looks for the pull request before the push and after it.
    const pushed = stalling.hold((_, path) => path.includes('/pulls?') && ++finds === 2);
    const lost = propose(olga, head, 'audit').catch(() => undefined);
    await pushed;
    await first.daemon.stop();
    assert.is(await lost, undefined);
    assert.is(sql("select record ->> 'state' from gateway_changes"), 'pending');
    use(second);
    const again = await propose(olga, head, 'audit');
    const change = (await again.json()) as object;
    assert.is(again.status, 201, JSON.stringify(change));
    assert.is(textAt(change, 'state'), 'open');
    assert.equal(titles(await gitea.api('GET', `/repos/${project}/pulls?state=all`)), ['audit']);
    assert.is(textAt((await (await propose(olga, head, 'audit')).json()) as object, 'id'), textAt(change, 'id'));
    assert.is(sql('select count(*) from gateway_changes'), '1');
  });

  test('open a change of a replica that never restarts, although only its clone contains the commit', async () => {
    first = await startAt(0, 3600, stalling.url);
    use(first);
    const { head } = (await jsonOf(olga, '/session')) as { readonly head: string };
    const reached = stalling.hold((_, path) => path.includes('/pulls?'));
    const lost = propose(olga, head, 'later').catch(() => undefined);
    await reached;
    await first.daemon.stop();
    await lost;
    assert.equal(titles(await gitea.api('GET', `/repos/${project}/pulls?state=all`)), ['audit']);
    await second.daemon.stop();
    second = await startAt(1, 1);
    use(second);
    const opened = await eventually('the change is open', async () => {
      const all = (await jsonOf(olga, '/changes')) as readonly object[];
      return all.find((one) => textAt(one, 'title') === 'later' && textAt(one, 'state') === 'open');
    });
    assert.equal(titles(await gitea.api('GET', `/repos/${project}/pulls?state=all`)).toSorted(), ['audit', 'later']);
    const author = await gitea.api('GET', `/repos/${project}/git/commits/${textAt(opened, 'commit')}`);
    assert.is(textAt(author, 'commit', 'author', 'name'), 'Person olga@corp.io');
  });

  test('reject the second of two edits of a file, and accept a commit that only the other replica has fetched', async () => {
    first = await startAt(0, 3600);
    const path = 'tenants/mto-tenant-pay.yaml';
    use(first);
    const { head } = (await jsonOf(olga, '/session')) as { readonly head: string };
    const file = join(repository.folder, path);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('backup: daily', 'backup: hourly'));
    const newest = repository.push('change the backup');
    use(second);
    await eventually('the second replica shows the commit', async () =>
      textAt(await jsonOf(olga, '/session'), 'head') === newest ? true : undefined,
    );
    const edit = { files: [{ path, text: before.replace('backup: daily', 'backup: weekly') }] };
    const rejected = await send(olga, head, { title: 'weekly', ...edit });
    assert.is(rejected.status, 412);
    assert.is(textAt((await rejected.json()) as object, 'head'), newest);
    use(first);
    const accepted = await propose(olga, newest, 'fresh');
    assert.is(accepted.status, 201, await accepted.text());
  });

  test('the servers stop', async () => {
    await Promise.all([first.daemon.stop(), second.daemon.stop(), gitea.stop(), server.stop(), provider.close()]);
    stalling.close();
  });
});

function propose(browser: Browser, base: string, title: string): Promise<Response> {
  const intent = { intent: 'add-member', tenant: 'pay', role: 'viewer', kind: 'group', name: `pay-${title}` };
  return send(browser, base, { title, intent } as { readonly title: string });
}

function titles(pulls: unknown): readonly string[] {
  return listAt({ pulls }, 'pulls').map((pull) => textAt(pull, 'title'));
}

/** Waits until the log of the first replica, which follows the branch, contains a text. */
async function logged(text: string): Promise<void> {
  await eventually(`the log contains: ${text}`, async () =>
    readFileSync(logOf('gateway-0'), 'utf8').includes(text) ? true : undefined,
  );
}

function logOf(name: string): string {
  return (name === 'gateway-0' ? first : second).daemon.log;
}
