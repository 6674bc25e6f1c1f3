import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { sampleRepository, violationsOf, withSite } from './browser.ts';

const form = `#/edit?file=${encodeURIComponent('tenants/mto-tenant-pay.yaml')}`;

/** The texts of the live regions in the accessibility tree, which screen readers use. */
async function announcedIn(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const text = (id: string): string => {
    const node = nodes.find(({ nodeId }) => nodeId === id);
    const children = (node?.childIds ?? []).map(text).join('');
    return children || String(node?.name?.value ?? '');
  };
  return nodes
    .filter(({ role }) => ['status', 'alert'].includes(String(role?.value)))
    .map(({ nodeId }) => text(nodeId));
}

/** Waits until a live region has a text. */
async function announced(page: Page, pattern: RegExp): Promise<void> {
  let last: readonly string[] = [];
  for (let tries = 0; tries < 100; tries++) {
    last = await announcedIn(page);
    if (last.some((text) => pattern.test(text))) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`No live region matches ${pattern}: ${JSON.stringify(last)}`);
}

async function colorOf(page: Page, selector: string): Promise<string> {
  return String(await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`));
}

suite('accessibility of the console', (test) => {
  test('nothing moves while a page loads if the system reduces motion', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, open } = await visit();
      const animations = async () => Number(await page.evaluate('document.getAnimations().length'));
      let release = () => {};
      let held = Promise.resolve();
      await page.route('**/data/snapshot.json', async (route) => {
        await held;
        await route.continue();
      });
      for (const [motion, moving] of [
        ['no-preference', 1],
        ['reduce', 0],
      ] as const) {
        await page.emulateMedia({ reducedMotion: motion });
        await page.goto('about:blank');
        held = new Promise((done) => {
          release = done;
        });
        const opened = open('#/');
        await page.locator('.spinner').first().waitFor();
        assert.is(Math.min(1, await animations()), moving, motion);
        release();
        await opened;
        assert.is(await animations(), 0);
      }
    }));

  test('states and amounts stay visible with forced colors', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      await page.emulateMedia({ forcedColors: 'active' });
      for (const [hash, filled, rail] of [
        ['#/', '.bar span', '.bar'],
        ['#/tenants/pay/use', '.meter-fill', '.meter-bar'],
        ['#/hibernation', '.swatch.awake', '.swatch.asleep'],
      ] as const) {
        await open(hash);
        await page.locator(filled).first().waitFor({ state: 'attached' });
        assert.is.not(await colorOf(page, filled), await colorOf(page, rail), hash);
        assert.equal(await violationsOf(page), [], hash);
      }
      await open('#/tenants/pay');
      const style = "getComputedStyle(document.querySelector('.tabs [aria-current]')).outlineStyle";
      assert.is(await page.evaluate(style), 'solid');
      assert.equal(complaints, []);
    }));

  test('live regions announce the results of filters, edits and copies, and errors', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, open } = await visit();
      await open('#/tenants');
      await page.getByLabel('Filter tenants').fill('pay');
      await announced(page, /^1 of 10 tenants$/);
      await open('#/tenants/pay/objects');
      await page.getByLabel('Filter objects').fill('ResourceQuota');
      await announced(page, /^3 matches$/);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('no such page');
      await announced(page, /^Nothing matches$/);
      await page.keyboard.press('Escape');
      await open(`${form}&view=form`);
      await page.getByRole('button', { name: 'Add users' }).first().click();
      await page.getByLabel('users 2').fill('eve@corp.io');
      await announced(page, /^Effect: \d+ added, \d+ changed, \d+ removed$/);
      await page.getByRole('button', { name: 'Copy patch' }).click();
      await announced(page, /^Copied$/);
      await page.getByLabel('quota').fill('none');
      await announced(page, /^This version does not render: 1 error$/);
    }));
});
