import * as assert from 'uvu/assert';
import { sessionFromClaims } from '../../gateway/session/claims.ts';
import { openSessions } from '../../gateway/session/sessions.ts';
import { suite } from '../harness.ts';
import { signInAt } from './browser.ts';
import { origin, type Who, who, withGateway } from './signed-in.ts';

const kim = {
  person: { user: 'kim', groups: [], platformRoles: [] },
  ...{ name: 'Kim', email: '', subject: 'https://id#1', providerSession: undefined, expiresAt: 1000 },
};

suite('ends of sessions by the provider', (test) => {
  test('include sessions whose renewal omitted the session ID', async () => {
    const sessions = openSessions(() => 10);
    const renew = async () => ({ session: kim, refresh: undefined });
    const secret = sessions.add({ ...kim, providerSession: 's1' }, { dueAt: 5, renew });
    assert.is((await sessions.find(secret))?.providerSession, 's1');
    assert.is(sessions.removeAll(undefined, 's2'), 0);
    assert.is(sessions.removeAll(undefined, 's1'), 1);
  });

  test('include sessions without a session ID', () => {
    const sessions = openSessions(() => 10);
    sessions.add(kim);
    sessions.add({ ...kim, providerSession: 's2' });
    assert.is(sessions.removeAll('https://id#2', 's1'), 0);
    assert.is(sessions.removeAll('https://id#1', 's1'), 1);
    assert.is(sessions.removeAll('https://id#1', undefined), 1);
  });

  test('reject names with line breaks', () => {
    const rules = { names: { user: 'preferred_username', groups: 'groups' }, roles: {} };
    const claims = { iss: 'https://id', sub: '1', preferred_username: 'kim' };
    assert.is(sessionFromClaims(claims, rules, 0)?.person.user, 'kim');
    for (const wrong of [{ sub: '1\nReviewed-by: admin' }, { preferred_username: 'kim\n' }])
      assert.is(sessionFromClaims({ ...claims, ...wrong }, rules, 0), undefined);
  });
});

suite('sessions of an identity provider', (test) => {
  test('sign in, with groups as roles', () =>
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

  test('send no token and no name to the browser', () =>
    withGateway(async ({ newBrowser }) => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim@corp.io');
      const own = [...browser.cookies].filter(([key]) => key.startsWith('127.0.0.1:4 '));
      const [value] = own.flatMap(([key, text]) => (key.endsWith('__Host-leasehold') ? [text] : []));
      assert.match(value ?? '', /^[\w-]{43}$/);
    }));

  test('return only to pages of the gateway', () =>
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

  test('follow the groups of the provider', () =>
    withGateway(async ({ idp, newBrowser, wait }) => {
      idp.setGroups('kim', ['platform-admins']);
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      assert.equal(((await who(browser)) as Who).platformRoles, ['admin']);
      idp.setGroups('kim', []);
      wait(61);
      assert.equal(((await who(browser)) as Who).platformRoles, []);
    }));

  test('end when the provider has ended them, and after eight hours', () =>
    withGateway(async ({ idp, newBrowser, wait }) => {
      const [one, two] = [newBrowser(), newBrowser()];
      await signInAt(one, `${origin}/auth/login`, 'kim');
      idp.forget();
      wait(61);
      assert.is(await who(one), 401);
      await signInAt(two, `${origin}/auth/login`, 'kim');
      wait(8 * 3600);
      assert.is(await who(two), 401);
    }));

  test('survive a provider that is down, and new logins fail until it is available', () =>
    withGateway(async ({ idp, newBrowser, wait }) => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      await idp.close();
      wait(61);
      assert.is(((await who(browser)) as Who).user, 'kim');
    }));

  test('end at a logout, which other sites cannot send', () =>
    withGateway(async ({ newBrowser }) => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      const logout = (from: string) =>
        browser.open(`${origin}/auth/logout`, { method: 'POST', headers: { origin: from } });
      assert.is((await logout('https://evil.example.com')).status, 403);
      const copied = [...browser.cookies];
      const { to } = (await (await logout(origin)).json()) as { readonly to: string };
      assert.match(to, '/session/end');
      for (const [key, value] of copied) browser.cookies.set(key, value);
      assert.is(await who(browser), 401);
    }));
});
