import type { Page } from 'playwright-core';

/** Signs in at the identity provider of the tests, which accepts any password and asks for consent. */
export async function signInWithKeyboard(page: Page, user: string): Promise<void> {
  await page.locator('input[name="login"]').waitFor();
  await page.locator('input[name="login"]:focus').waitFor();
  await page.keyboard.type(user);
  await page.keyboard.press('Tab');
  await page.keyboard.type('any');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await tabTo(page, 'Continue');
  await page.keyboard.press('Enter');
}

/** Creates a tenant in the form, and proposes it. The page of the change is then open. */
export async function proposeTenantWithKeyboard(page: Page, name: string): Promise<void> {
  await tabTo(page, 'Tenants');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Tenants', level: 1 }).waitFor();
  await tabTo(page, 'New tenant');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.getByLabel('quota').waitFor();
  for (const [field, value] of [
    ['quota', 'small'],
    ['groups 1', `${name}-leads`],
    ['groups 1', `${name}-devs`],
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
  await stateIs(page, 'open');
}

/** Waits until the page of a change shows a state as the current one. The gateway and the forge can be slow. */
export async function stateIs(page: Page, state: string): Promise<void> {
  await page.locator('[aria-current="step"]', { hasText: state }).waitFor({ timeout: 90_000 });
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(
      'const one = document.activeElement; const label = one.labels?.[0]; [one.ariaLabel, label?.textContent, label?.firstElementChild?.textContent, one.textContent, one.querySelector("span:not(.badge)")?.textContent]',
    );
    if ((found as readonly string[]).some((text) => text?.trim() === name)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}
