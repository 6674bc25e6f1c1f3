import { SignJWT } from 'jose';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { type Browser, signInAt } from './browser.ts';
import { audience, origin, session, type Who, who, withGateway } from './signed-in.ts';

async function statusWith(browser: Browser, token: string): Promise<number> {
  return (await browser.open(session, { headers: { authorization: `Bearer ${token}` } })).status;
}

suite('tokens of an identity provider', (test) => {
  test('end a session by a back-channel logout, if they are valid and not used before', () =>
    withGateway(async ({ idp, newBrowser }) => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      const now = Math.floor(Date.now() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const claims = { iss: idp.issuer, aud: idp.clientId, sub: 'kim', iat: now, jti: '1', events };
      const send = async (token: string) => {
        const body = new URLSearchParams({ logout_token: token });
        return (await browser.open(`${origin}/auth/backchannel-logout`, { method: 'POST', body })).status;
      };
      const { events: _, ...without } = claims;
      for (const wrong of [
        { ...claims, iss: 'https://evil.example.com' },
        { ...claims, aud: 'another' },
        { ...claims, nonce: 'x' },
        { ...claims, iat: now - 3600 },
        without,
      ])
        assert.is(await send(await idp.sign(wrong)), 400);
      assert.is(await send('x.y.z'), 400);
      assert.is(((await who(browser)) as Who).user, 'kim');
      const { jti: __, ...anonymous } = claims;
      assert.is(await send(await idp.sign(anonymous)), 400);
      const token = await idp.sign(claims, { typ: 'logout+jwt' });
      assert.is(await send(token), 200);
      assert.is(await who(browser), 401);
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      assert.is(await send(token), 400, 'a token is accepted once');
      assert.is(((await who(browser)) as Who).user, 'kim');
    }));

  test('are accepted as bearer tokens only if they are valid, not forged and for the audience', () =>
    withGateway(async ({ idp, newBrowser }) => {
      const browser = newBrowser();
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: idp.issuer,
        aud: audience,
        sub: 'robot',
        preferred_username: 'robot',
        iat: now,
        exp: now + 60,
      };
      assert.is(await statusWith(browser, await idp.sign(claims)), 200);
      const early = { ...claims, nbf: now + 3, exp: now + 60 };
      for (const one of [early, { ...claims, exp: now - 1 }])
        assert.is(await statusWith(browser, await idp.sign(one)), 200, 'the clocks may differ a little');
      const { exp: _, ...endless } = claims;
      for (const wrong of [
        { ...claims, aud: idp.clientId },
        { ...claims, iss: 'https://evil.example.com' },
        { ...claims, exp: now - 10 },
        { ...claims, nbf: now + 600 },
        endless,
      ])
        assert.is(await statusWith(browser, await idp.sign(wrong)), 401, JSON.stringify(wrong));
      const secret = new TextEncoder().encode(idp.clientSecret);
      const hmac = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const good = (await idp.sign(claims)).split('.');
      const swapped = (await idp.sign({ ...claims, preferred_username: 'admin' })).split('.');
      const unsigned = `${part({ alg: 'none' })}.${part(claims)}.`;
      const mixed = `${good[0]}.${swapped[1]}.${good[2]}`;
      for (const token of [hmac, unsigned, mixed, 'x', `${good[0]}.${good[1]}.`])
        assert.is(await statusWith(browser, token), 401, token.slice(0, 40));
      assert.is((await browser.open(session, { headers: { authorization: 'Basic eDp5' } })).status, 401);
    }));

  test('are not replaced by the cookie if they are invalid', () =>
    withGateway(async ({ newBrowser }) => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login`, 'kim');
      assert.is(await statusWith(browser, 'x.y.z'), 401);
    }));
});
