import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withSite } from './browser.ts';
import { drawPages } from './page-pictures.ts';
import { sampleWithHistory } from './pictured-repository.ts';
import { webp } from './webp.ts';

interface Picture {
  readonly name: string;
  readonly hash: string;
  readonly width?: number;
  readonly colors?: 'light' | 'dark';
  /** What a user does before the screenshot. */
  readonly act?: (page: Page) => Promise<void>;
}

const edited = encodeURIComponent('tenants/mto-tenant-pay.yaml');
const doubled = encodeURIComponent('{"spec.resourcequota.hard[\\"requests.cpu\\"]":"16"}');

const pictures: readonly Picture[] = [
  { name: 'overview', hash: '#/' },
  { name: 'form', hash: `#/edit?file=${edited}&view=form`, act: addMember },
  { name: 'blame', hash: '#/tenants/pay/objects?object=ResourceQuota%20pay-prod%2Fmto-quota&blame=1' },
  { name: 'what-if', hash: `#/what-if?set=${doubled}` },
  { name: 'simulate', hash: '#/simulate?namespace=pay-prod', colors: 'dark' },
  { name: 'cost', hash: '#/cost?from=2026-06-04&to=2026-06-06&compare=1', colors: 'dark' },
  { name: 'access', hash: '#/tenants/pay/access' },
  { name: 'narrow', hash: '#/tenants/pay', width: 320 },
];

/** Writes WebP screenshots of the console, which shows the sample repository, to a folder. */
async function drawConsole(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await withSite(sampleWithHistory(), async ({ visit }) => {
    for (const { name, hash, width = 1280, colors = 'light', act } of pictures) {
      const { page, open, close } = await visit({ width, colors });
      await open(hash);
      await act?.(page);
      await page.waitForTimeout(1500);
      writeFileSync(join(folder, `${name}.webp`), await webp(page));
      await close();
    }
  });
}

async function addMember(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add users' }).first().click();
  await page.getByLabel('users 2').fill('eve@corp.io');
  await page.getByText('access widened').first().waitFor();
}

await drawConsole('docs/pictures/console');
await drawPages();
