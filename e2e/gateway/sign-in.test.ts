import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { problem } from '../../gateway/response/problem.ts';
import { strictHeaders } from '../../gateway/routes/headers.ts';
import { listen } from '../../gateway/server.ts';
import { signInAsset, signInPage, signInProblem } from '../../gateway/session/sign-in-page.ts';
import { suite } from '../../test/harness.ts';
import { startBrowser, violationsOf, visit } from '../console/browser.ts';

const script = '/auth/login/continue.js';
const reason = `the identity provider states: <b onclick="x">access denied</b> for ${'a-very-long-name'.repeat(6)}`;

/** The pages, with the headers of the gateway. */
function respond(request: Request): Response {
  const { pathname } = new URL(request.url);
  const found = signInAsset(pathname);
  const failed = () => signInProblem(request, { ...problem(403), detail: reason }, pathname);
  const response = found ?? (pathname === '/failed' ? failed() : signInPage('/'));
  for (const [name, value] of Object.entries(strictHeaders)) response.headers.set(name, value);
  return response;
}

suite('the pages of a sign-in in Chromium', (test) => {
  for (const [colors, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 320],
    ['dark', 320],
  ] as const)
    test(`are accessible and fit the screen in ${colors} colors at ${width} pixels`, async () => {
      const [server, browser] = await Promise.all([listen(() => respond, '127.0.0.1', 0), startBrowser()]);
      const url = `http://127.0.0.1:${server.port}`;
      try {
        const { page, complaints } = await visit(browser, url, { colors, width });
        // The script would leave the page.
        await page.route(`**${script}`, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
        for (const [path, title, link] of [
          ['/', 'Sign in', 'Sign in'],
          ['/failed', 'You are not signed in', 'Sign in again'],
        ] as const) {
          await page.goto(url + path);
          await page.getByRole('heading', { name: title, level: 1 }).waitFor();
          assert.equal(await violationsOf(page), [], path);
          assert.is(await page.evaluate('document.documentElement.scrollWidth'), width);
          await page.keyboard.press('Tab');
          assert.is(await page.evaluate('document.activeElement.textContent'), link);
          const { PICTURES: folder } = process.env;
          const name = `sign-in-${path === '/' ? 'start' : 'failed'}-${colors}-${width}.png`;
          if (folder) await page.screenshot({ path: join(folder, name) });
        }
        assert.ok(await page.getByText('<b onclick="x">access denied</b>').isVisible());
        assert.equal(
          complaints.filter((one) => !one.includes('status of 403')),
          [],
        );
      } finally {
        await browser.close();
        await server.close();
      }
    });
});
