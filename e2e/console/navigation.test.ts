import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { temporaryFolder } from '../temporary.ts';
import { sampleRepository, violationsOf, withSite } from './browser.ts';

suite('in the titles and the navigation of the console,', (test) => {
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

  test('the current tab is in view on a narrow screen', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, open } = await visit({ width: 320 });
      for (const [hash, name] of [
        ['#/tenants/pay/history', 'History'],
        ['#/cluster/health', 'Platform'],
      ] as const) {
        await open(hash);
        const box = await page.locator('.tabs [aria-current]', { hasText: name }).boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= 320, `${name} ${JSON.stringify(box)}`);
      }
    }));

  test('a filter without matches reports this and can be cleared, and navigation closes the command palette', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      for (const [hash, label, all] of [
        ['#/access', 'Filter access', '25 permissions'],
        ['#/namespaces', 'Filter namespaces', '8 namespaces'],
        ['#/quotas', 'Filter quotas', '3 tenants with a quota'],
        ['#/history', 'Filter commits', '2 commits'],
      ] as const) {
        await open(hash);
        await page.getByText(all, { exact: true }).waitFor();
        await page.getByLabel(label).fill('no such text');
        await page.locator('.empty', { hasText: 'Nothing matches' }).waitFor();
        assert.equal(await violationsOf(page), [], hash);
        await page.getByRole('button', { name: 'Clear the filter' }).click();
        await page.getByText(all, { exact: true }).waitFor();
      }
      await page.keyboard.press('Control+k');
      await page.locator('dialog.palette[open]').waitFor();
      await open('#/tenants');
      await page.locator('dialog.palette[open]').waitFor({ state: 'detached' });
      assert.equal(complaints, []);
    }));

  test('an empty repository offers to create a tenant', () =>
    withSite(emptyRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      for (const [hash, text] of [
        ['#/', 'No tenant yet'],
        ['#/tenants', 'The repository defines no tenant yet'],
        ['#/quotas', 'No tenant has a quota'],
        ['#/simulate', 'the repository defines no tenant'],
      ] as const) {
        await open(hash);
        await page.getByText(text).waitFor();
        assert.equal(await violationsOf(page), [], hash);
      }
      await open('#/');
      await page.getByRole('main').getByRole('link', { name: 'New tenant' }).click();
      await page.getByRole('heading', { name: 'New tenant' }).waitFor();
      assert.equal(complaints, []);
    }));

  test('lists of a repository with errors are shown as unknown, and the list of tenants is still shown', () =>
    withSite(sampleRepository({ 'tenants/broken.yaml': 'a: [\n' }), async ({ visit }) => {
      const { page, open } = await visit();
      for (const place of ['#/quotas', '#/hibernation', '#/namespaces', '#/templates', '#/cost']) {
        await open(place);
        await page.getByText('1 error prevents the render').waitFor();
        await page.getByText('Unknown until the errors are fixed').waitFor();
        assert.equal(await violationsOf(page), [], place);
      }
      await open('#/tenants');
      await page.getByRole('row', { name: /^pay Tenant mto/ }).waitFor();
    }));
});

function emptyRepository(): string {
  const root = temporaryFolder('leasehold-empty-');
  mkdirSync(join(root, 'tenants'));
  writeFileSync(join(root, 'tenants/.no-tenants'), '');
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: root });
  return root;
}
