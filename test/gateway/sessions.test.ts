import * as assert from 'uvu/assert';
import { sessionFromClaims } from '../../gateway/session/claims.ts';
import { openSessions } from '../../gateway/session/sessions.ts';
import { openUsedOnce } from '../../gateway/session/used-once.ts';
import { suite } from '../harness.ts';
import { signInAt } from './browser.ts';
import { origin, type Who, who, withGateway } from './signed-in.ts';

const kim = {
  person: { user: 'kim', groups: [], platformRoles: [] },
  ...{ name: 'Kim', email: '', subject: 'https://id#1', providerSession: undefined, expiresAt: 1000 },
};

suite('stored sessions', (test) => {
  test('end when the provider ends them, even if a renewal omitted the session ID', async () => {
    const sessions = openSessions(
      () => 10,
      async () => ({ session: kim, refresh: undefined }),
    );
    const refresh = { dueAt: 5, token: 'r' };
    const secret = await sessions.add({ ...kim, providerSession: 's1' }, { refresh, idToken: undefined });
    assert.is((await sessions.find(secret))?.providerSession, 's1');
    assert.is(await sessions.removeAll(undefined, 's2'), 0);
    assert.is(await sessions.removeAll(undefined, 's1'), 1);
  });

  test('end when the provider ends them, even without a session ID', async () => {
    const sessions = openSessions(() => 10);
    await sessions.add(kim);
    await sessions.add({ ...kim, providerSession: 's2' });
    assert.is(await sessions.removeAll('https://id#2', 's1'), 0);
    assert.is(await sessions.removeAll('https://id#1', 's1'), 1);
    assert.is(await sessions.removeAll('https://id#1', undefined), 1);
  });

  test('are limited to twenty for each person, and expired ones are removed', async () => {
    let now = 10;
    const sessions = openSessions(() => now);
    const other = await sessions.add({ ...kim, subject: 'https://id#2' });
    const own: string[] = [];
    for (let index = 0; index < 25; index++) own.push(await sessions.add(kim));
    assert.is(await sessions.count(), 21);
    const found = await Promise.all(own.map((secret) => sessions.find(secret)));
    assert.equal(found.map(Boolean), [...Array(5).fill(false), ...Array(20).fill(true)]);
    assert.ok(await sessions.find(other));
    now = 1000;
    await sessions.add({ ...kim, expiresAt: 2000 });
    assert.is(await sessions.count(), 1);
  });
});

suite('claims of an identity provider', (test) => {
  test('identify a person by an address only if it is verified', () => {
    const rules = (user: string) => ({
      names: { user, groups: 'groups' },
      roles: { admin: { users: ['kim@corp.io'] } },
    });
    const claims = { iss: 'https://id', sub: '1', email: 'kim@corp.io' };
    for (const user of ['email', 'preferred_username']) {
      for (const email_verified of [undefined, false, 'true', 1])
        assert.is(sessionFromClaims({ ...claims, email_verified }, rules(user), 0), undefined, `${email_verified}`);
      const found = sessionFromClaims({ ...claims, email_verified: true }, rules(user), 0);
      assert.equal([found?.person.user, found?.person.platformRoles], ['kim@corp.io', ['admin']]);
    }
    const named = sessionFromClaims({ ...claims, preferred_username: 'kim' }, rules('preferred_username'), 0);
    assert.equal([named?.person.user, named?.email], ['kim', '']);
  });

  test('are rejected if a name contains a line break', () => {
    const rules = { names: { user: 'preferred_username', groups: 'groups' }, roles: {} };
    const claims = { iss: 'https://id', sub: '1', preferred_username: 'kim' };
    assert.is(sessionFromClaims(claims, rules, 0)?.person.user, 'kim');
    for (const wrong of [{ sub: '1\nReviewed-by: admin' }, { preferred_username: 'kim\n' }])
      assert.is(sessionFromClaims({ ...claims, ...wrong }, rules, 0), undefined);
  });
});

suite('sessions of an identity provider', (test) => {
  test('have the roles that the groups of the user grant', () =>
    withGateway(async ({ idp, newBrowser }) => {
      idp.setGroups('olga@corp.io', ['pay-leads']);
      const browser = newBrowser();
      assert.is(await who(browser), 401);
      const page = await signInAt(browser, `${origin}/auth/login?to=/api/v1/session`, 'olga@corp.io');
      assert.is(page.status, 200, await page.clone().text());
      const found = (await page.json()) as Who;
      assert.equal([found.user, found.groups, found.platformRoles], ['olga@corp.io', ['pay-leads'], []]);
      assert.equal(found.tenants, [{ name: 'pay', role: 'owner' }]);
    }));

  test('have a cookie that contains only a random value', () =>
    withGateway(async ({ newBrowser }) => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim@corp.io');
      const own = [...browser.cookies].filter(([key]) => key.startsWith('127.0.0.1:4 '));
      const [value] = own.flatMap(([key, text]) => (key.endsWith('__Host-leasehold') ? [text] : []));
      assert.match(value ?? '', /^[\w-]{43}$/);
    }));

  test('start on a page of the gateway, whatever the login requests', () =>
    withGateway(async ({ newBrowser }) => {
      for (const to of [
        '//evil.example.com',
        '/\\evil.example.com',
        'https://evil.example.com',
        'javascript:alert(1)',
      ]) {
        const browser = newBrowser();
        await signInAt(browser, `${origin}/auth/login?to=${encodeURIComponent(to)}`, 'kim@corp.io');
        assert.is(browser.at(), `${origin}/`, to);
      }
    }));

  test('belong to the browser that started the login', () =>
    withGateway(async ({ newBrowser }) => {
      const [attacker, victim] = [newBrowser(), newBrowser()];
      const begun = await attacker.open(`${origin}/auth/login`);
      await begun.body?.cancel();
      const state = new URL(attacker.at()).searchParams.get('state');
      for (const query of [`code=x&state=${state}`, 'code=x&state=forged', 'code=x', 'error=access_denied'])
        assert.is((await victim.open(`${origin}/auth/callback?${query}`)).status, 403, query);
      assert.is(await who(victim), 401);
    }));

  test('can be completed after a failed attempt, so that failed attempts of others need no memory', () =>
    withGateway(async ({ newBrowser }) => {
      const browser = newBrowser();
      const begun = await browser.open(`${origin}/auth/login?to=/api/v1/session`);
      await begun.body?.cancel();
      const [address, cookies] = [browser.at(), [...browser.cookies]];
      const state = new URL(address).searchParams.get('state');
      assert.is((await browser.open(`${origin}/auth/callback?error=access_denied&state=${state}`)).status, 403);
      for (const [key, value] of cookies) browser.cookies.set(key, value);
      assert.is((await signInAt(browser, address, 'kim')).status, 200);
      assert.is(((await who(browser)) as Who).user, 'kim');
    }));

  test('are possible after more logins than the memory keeps', async () => {
    const used = openUsedOnce();
    for (let index = 0; index <= 100_000; index++) assert.is(await used.use(`login ${index}`, 0), true);
    assert.is(await used.use('login 100000', 0), false);
  });

  test('can start although others start many logins', () =>
    withGateway(async ({ newBrowser }) => {
      const [browser, others] = [newBrowser(), newBrowser()];
      const begun = await browser.open(`${origin}/auth/login?to=/api/v1/session`);
      await begun.body?.cancel();
      const [address, cookies] = [browser.at(), [...browser.cookies]];
      for (let index = 0; index < 50; index++) await (await others.open(`${origin}/auth/login`)).body?.cancel();
      for (const [key, value] of cookies) browser.cookies.set(key, value);
      assert.is((await signInAt(browser, address, 'kim')).status, 200);
      assert.is(((await who(browser)) as Who).user, 'kim');
    }));

  test('need a login that completes within ten minutes, and only once', () =>
    withGateway(async ({ newBrowser, wait }) => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      const callback = browser.visited.find((url) => url.includes('/auth/callback')) ?? '';
      assert.is((await browser.open(callback)).status, 403);
      const late = newBrowser();
      const begun = await late.open(`${origin}/auth/login`);
      await begun.body?.cancel();
      const address = late.at();
      wait(601);
      assert.is((await signInAt(late, address, 'kim')).status, 403);
      assert.is(await who(late), 401);
    }));

  test('end at a logout, which other sites cannot send', () =>
    withGateway(async ({ idp, newBrowser }) => {
      const browser = newBrowser();
      const before = idp.refreshTokenCount();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      assert.is(idp.refreshTokenCount(), before + 1);
      const logout = (from: string) =>
        browser.open(`${origin}/auth/logout`, { method: 'POST', headers: { origin: from } });
      assert.is((await logout('https://evil.example.com')).status, 403);
      const copied = [...browser.cookies];
      const { to } = (await (await logout(origin)).json()) as { readonly to: string };
      assert.match(to, '/session/end');
      assert.match(new URL(to).searchParams.get('id_token_hint') ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.is(idp.refreshTokenCount(), before, 'the provider accepts no token of the session');
      for (const [key, value] of copied) browser.cookies.set(key, value);
      assert.is(await who(browser), 401);
    }));
});
