import { execFileSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { sampleRepository, withSite } from './browser.ts';

suite('titles and navigation in the console', (test) => {
  test('a title with bidirectional control characters shows their codes', () => {
    const repository = sampleRepository();
    const identity = ['-c', 'user.name=Ada\u202eadA', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, 'rm', '--quiet', 'tenants/mto-tenant-lab.yaml'], { cwd: repository });
    execFileSync('git', [...identity, 'commit', '--quiet', '-m', 'Approve \u202etcejer\u2028now'], { cwd: repository });
    return withSite(repository, async ({ visit }) => {
      const { page, complaints, open } = await visit();
      for (const place of ['#/', '#/history', '#/tenants/pay/history']) {
        await open(place);
        if (!place.startsWith('#/tenants'))
          await page.locator('li', { hasText: 'Approve \\u202etcejer\\u2028now' }).first().waitFor();
        assert.not.match(await page.locator('body').innerText(), /[\u202e\u2028]/, place);
      }
      assert.equal(complaints, []);
    });
  });

  test('focus moves to the heading of a new page, and the window title contains the heading', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, open } = await visit();
      await open('#/');
      for (const name of ['Tenants', 'Cost', 'What if', 'History']) {
        await page
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${name}`) })
          .click();
        await page.locator('h1:focus', { hasText: name }).waitFor();
        assert.is(await page.title(), `${name} · leasehold`);
      }
      await open('#/tenants/pay/access');
      await page.getByRole('heading', { name: 'Roles by namespace' }).waitFor();
      assert.is(await page.title(), 'pay: Access · leasehold');
      await page.getByRole('main').getByRole('link', { name: 'Tenants', exact: true }).click();
      await page.getByText('10 tenants').waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Roles by namespace' }).waitFor();
    }));
});
