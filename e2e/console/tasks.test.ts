import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { sampleRepository, withSite } from './browser.ts';
import { serveProgram } from './program.ts';

const pay = 'tenants/mto-tenant-pay.yaml';

/** Markup with a script, for strings of a tenant and for a URL. */
const attack = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
const hostile = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata:
  name: evil
  labels:
    x: ${JSON.stringify(attack)}
spec:
  quota: small
  accessControl:
    owners:
      users:
        - ${JSON.stringify(attack)}
  namespaces:
    withTenantPrefix:
      - dev
    metadata:
      common:
        annotations:
          note: ${JSON.stringify(attack)}
`;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

suite('in the console,', (test) => {
  test('a tenant can be found and edited with the keyboard, and Git accepts the patch', () => {
    const repository = sampleRepository();
    return withSite(repository, async ({ visit }) => {
      const { page, complaints, open } = await visit();
      await open('#/tenants');
      await tabTo(page, 'input[type="search"]');
      await page.keyboard.type('pay');
      await page.getByText('1 of 10 tenants').waitFor();
      await tabTo(page, 'tbody a');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'pay', level: 1 }).waitFor();
      await tabTo(page, 'a.button');
      await page.keyboard.press('Enter');
      await page.locator('.cm-content').waitFor();
      await tabTo(page, '.editor');
      for (let line = 2; line < 17; line++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await page.keyboard.type('- eve@corp.io');
      await page.getByText('4 changed').waitFor();
      assert.ok(await page.getByText('access widened').first().isVisible());
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+Tab');
      const download = page.waitForEvent('download');
      await page.locator('.button.primary').focus();
      await page.keyboard.press('Enter');
      const patch = readFileSync(await (await download).path(), 'utf8');
      assert.match(patch, '-        - kim@corp.io\n+        - eve@corp.io\n');
      writeFileSync(join(repository, 'change.patch'), patch);
      execFileSync('git', ['apply', 'change.patch'], { cwd: repository });
      assert.match(readFileSync(join(repository, pay), 'utf8'), '        - eve@corp.io\n');
      assert.equal(complaints, []);
    });
  });

  test('a new tenant starts in a form, its name is checked, and its file contains what the form shows', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      await open('#/tenants');
      await page.getByRole('link', { name: 'New tenant' }).click();
      await page.getByLabel('Name').fill('pay');
      await page.getByText('Tenant pay already exists').waitFor();
      await page.getByLabel('Name').fill('globex');
      await page.keyboard.press('Enter');
      await page.getByText('This version does not render').waitFor();
      await page.getByLabel('quota').fill('small');
      await page.getByLabel('groups 1').first().fill('globex-leads');
      await page.getByLabel('groups 1').last().fill('globex-devs');
      await page.getByText('tenant added').first().waitFor();
      await page.getByRole('button', { name: 'Add groups' }).first().click();
      await page.getByLabel('groups 2').fill('globex-ops');
      await page.getByLabel('quota').fill('smal');
      await page.getByText('This version does not render').waitFor();
      await page.locator('.field-problem', { hasText: 'smal' }).waitFor();
      await page.getByLabel('quota').fill('small');
      await page.getByText('tenant added').first().waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download patch' }).click();
      const patch = readFileSync(await (await download).path(), 'utf8');
      assert.match(patch, /\+ {2}name: globex\n/);
      assert.match(patch, /\+ {8}- globex-ops\n/);
      assert.equal(complaints, []);
    }));

  test('problems of an edit appear immediately and prevent a proposal', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, open } = await visit();
      await open(`#/edit?file=${encodeURIComponent(pay)}&line=10`);
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+Home');
      for (let line = 1; line < 10; line++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await page.keyboard.type('er');
      await page.getByText('This version does not render').waitFor();
      assert.ok(await page.getByText('unresolved-reference').first().isVisible());
      assert.ok(await page.locator('.cm-lintRange-error').first().isVisible());
      assert.ok(await page.getByRole('button', { name: 'Download patch' }).isDisabled());
      await page.reload();
      await page.getByText('This version does not render').waitFor();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByText('Change the file to see the effect.').waitFor();
    }));

  test('pages show an earlier commit, and a comparison shows the changes since then', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      await open('#/history');
      await page.getByRole('link', { name: 'View Begin with one tenant' }).click();
      await page.getByText('You are viewing the repository at commit').waitFor();
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Tenants/ })
        .click();
      await page.getByText('1 tenant', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Back to the current files' }).click();
      await page.getByText('10 tenants').waitFor();
      await open('#/history');
      await page.getByRole('link', { name: 'Compare Add all other tenants' }).click();
      await page.getByText('tenant added').first().waitFor();
      assert.equal(complaints, []);
    }));

  test('a hostile repository is shown as text', () =>
    withSite(sampleRepository({ 'tenants/evil.yaml': hostile, 'tenants/<b>.yaml': 'a: 1\n' }), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      const places = [
        '#/',
        '#/tenants',
        '#/tenants/evil',
        '#/tenants/evil/objects',
        '#/access',
        '#/problems',
        '#/files',
      ];
      for (const place of [...places, '#/edit?file=tenants%2Fevil.yaml', `#/tenants/${encodeURIComponent(attack)}`]) {
        await open(place);
        assert.is(await page.evaluate('window.hacked'), undefined, place);
        assert.is(await page.locator('img:not([src="icon.svg"]), #app script').count(), 0, place);
      }
      assert.ok(await page.getByText(attack).first().isVisible());
      assert.equal(complaints, []);
    }));

  test('the link that leasehold console prints opens the console only once', async () => {
    const served = await serveProgram(sampleRepository());
    try {
      await withSite(sampleRepository(), async ({ browse }) => {
        const page = await browse();
        await page.goto(served.url);
        await page.getByText('Everything renders').waitFor();
        const other = await browse();
        await other.goto(served.url);
        assert.match((await other.locator('body').textContent()) ?? '', 'Run leasehold console again');
      });
    } finally {
      served.stop();
    }
  });
});
