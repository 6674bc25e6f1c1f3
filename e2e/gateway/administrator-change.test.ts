import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { withConsole } from './served-console.ts';

suite('an administrator in the console', (test) => {
  test('adds a member, and follows the change until it is merged', () =>
    withConsole(async ({ page, open, git }) => {
      await open('#/edit?file=tenants%2Fmto-tenant-pay.yaml&view=form');
      await page.getByRole('button', { name: 'Add users' }).first().click();
      await page.getByLabel('users 2').fill('eve@corp.io');
      await page.getByText('access widened').first().waitFor();
      await page.getByRole('button', { name: 'Propose change' }).click();
      await page.getByText('You can propose this change.').waitFor();
      await page.getByRole('button', { name: 'Propose', exact: true }).click();
      await page.locator('[aria-current="step"]', { hasText: 'open' }).waitFor();
      const command = (await page.getByText('git merge leasehold/').textContent()) ?? '';
      git('merge', '--quiet', '--no-ff', '-m', 'Merge', /leasehold\/\w+/.exec(command)?.[0] ?? '');
      await page.locator('[aria-current="step"]', { hasText: 'merged' }).waitFor();
      assert.match(git('show', 'HEAD:tenants/mto-tenant-pay.yaml'), '- eve@corp.io');
    }));
});
