import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { signInAt } from './browser.ts';
import { origin, withGateway } from './signed-in.ts';

suite('logins in a browser', (test) => {
  test('return to the linked page, including the part after #', () =>
    withGateway(async ({ newBrowser }) => {
      const browser = newBrowser();
      const page = await (await browser.open(`${origin}/?a=1`)).text();
      assert.match(page, 'href="/auth/login?to=%2F%3Fa%3D1">Sign in</a>');
      const script = await browser.open(`${origin}/auth/login/continue.js`);
      assert.match(await script.text(), 'location.hash');
      await signInAt(browser, `${origin}/auth/login?to=${encodeURIComponent('/#/tenants/pay')}`, 'kim@corp.io');
      assert.is(browser.at(), `${origin}/#/tenants/pay`);
    }));

  test('that fail return a page to browsers, and a problem document to programs', () =>
    withGateway(async ({ newBrowser }) => {
      const url = `${origin}/auth/callback?code=x&state=%3Cscript%3E`;
      const page = await newBrowser().open(url);
      assert.equal([page.status, page.headers.get('content-type')], [403, 'text/html; charset=utf-8']);
      const text = await page.text();
      assert.match(text, 'Reason: the login did not start in this browser, took too long, or was already completed.');
      assert.match(text, 'href="/">Sign in again</a>');
      assert.not.match(text, 'script>');
      const problem = await newBrowser().open(url, { headers: { accept: 'application/json' } });
      assert.is(problem.headers.get('content-type'), 'application/problem+json');
    }));
});
