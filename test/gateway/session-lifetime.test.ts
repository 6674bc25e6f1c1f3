import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { signInAt } from './browser.ts';
import { origin, type Who, who, withGateway } from './signed-in.ts';

suite('sessions of an identity provider', (test) => {
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

  test('end with the access token if the provider issues no refresh token', () =>
    withGateway(async ({ idp, newBrowser, wait }) => {
      idp.issueRefreshTokens(false);
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      wait(50);
      assert.is(((await who(browser)) as Who).user, 'kim');
      wait(11);
      assert.is(await who(browser), 401);
    }));

  test('survive a provider that is down, but for at most fifteen minutes', () =>
    withGateway(async ({ idp, newBrowser, wait }) => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      await idp.close();
      wait(61);
      assert.is(((await who(browser)) as Who).user, 'kim');
      wait(15 * 60);
      assert.is(await who(browser), 401);
    }));
});
