import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { withConsole } from './served-console.ts';

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(
      'const one = document.activeElement; const label = one.labels?.[0]; [one.ariaLabel, label?.textContent, label?.firstElementChild?.textContent, one.textContent]',
    );
    if ((found as readonly string[]).some((text) => text?.trim() === name)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

suite('the console with the keyboard', (test) => {
  test('create a tenant with only the keyboard, from the list to the proposal', () =>
    withConsole(async ({ page, open, complaints }) => {
      await open('#/tenants');
      await tabTo(page, 'New tenant');
      await page.keyboard.press('Enter');
      await page.getByLabel('Name').waitFor();
      await tabTo(page, 'Name');
      await page.keyboard.type('initech');
      await page.keyboard.press('Enter');
      await page.getByLabel('quota').waitFor();
      for (const [field, value] of [
        ['quota', 'small'],
        ['groups 1', 'initech-leads'],
        ['groups 1', 'initech-devs'],
      ] as const) {
        await tabTo(page, field);
        await page.keyboard.press('Control+a');
        await page.keyboard.type(value);
      }
      await page.getByText('tenant added').first().waitFor();
      await tabTo(page, 'Propose change');
      await page.keyboard.press('Enter');
      await page.getByText('You can propose this change.').waitFor();
      await tabTo(page, 'Propose');
      await page.keyboard.press('Enter');
      await page.locator('[aria-current="step"]', { hasText: 'open' }).waitFor();
      assert.equal(complaints, []);
    }));
});
