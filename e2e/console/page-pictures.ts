import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, visit } from './browser.ts';
import type { PicturedPage } from './pictured-page.ts';
import { pageSheet, pagesDocument, picturedPages, renderPagesDocument } from './pictured-pages.ts';
import { sampleWithHistory } from './pictured-repository.ts';
import { serveProgram } from './program.ts';
import { webp } from './webp.ts';

const height = 800;
const [wide, narrow, gap, scale] = [1280, 320, 24, 0.55];
/** Texts that differ in each run. */
const volatile: readonly (readonly [pattern: string, text: string])[] = [
  ['Rendered in \\d+ ms', 'Rendered in 40 ms'],
  ['leasehold/[0-9a-f]{12}', 'leasehold/8f742f267c3d'],
];

/** Writes a picture of each page, and the document that shows them. */
export async function drawPages(pages = picturedPages): Promise<void> {
  mkdirSync('docs/pictures/console/pages', { recursive: true });
  const [program, browser] = await Promise.all([serveProgram(sampleWithHistory()), startBrowser()]);
  try {
    const origin = new URL('/', program.url).href;
    const { page } = await visit(browser, origin);
    await page.goto(program.url);
    await page.getByText('Everything renders').waitFor();
    for (const one of pages) writeFileSync(pageSheet(one), await sheetOf(browser, await shots(page, origin, one)));
  } finally {
    await browser.close();
    program.stop();
  }
  writeFileSync(pagesDocument, renderPagesDocument());
}

/** Takes screenshots of a page in both color schemes, at both widths. */
async function shots(page: Page, origin: string, { hash, act }: PicturedPage): Promise<readonly Buffer[]> {
  await page.setViewportSize({ width: wide, height });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('about:blank');
  await page.goto(`${origin}${hash}`);
  await page.locator('h1, .empty').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await act?.(page);
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.locator('.repository .commit').waitFor();
  await page.evaluate(settle);
  const found: Buffer[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [wide, narrow]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(200);
      found.push(await page.screenshot());
    }
  return found;
}

/** Replaces the volatile texts. */
const settle = `
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    for (const [pattern, text] of ${JSON.stringify(volatile)})
      walker.currentNode.data = walker.currentNode.data.replace(new RegExp(pattern), text);
`;

/** The four screenshots in a single picture: light above dark, wide beside narrow. */
async function sheetOf(browser: Browser, images: readonly Buffer[]): Promise<Buffer> {
  const [width, sheetHeight] = [(wide + narrow + gap) * scale, (2 * height + gap) * scale].map(Math.round);
  const page = await browser.newPage({ viewport: { width: width ?? 0, height: sheetHeight ?? 0 } });
  const tags = images.map((image) => `<img src="data:image/png;base64,${image.toString('base64')}">`);
  const style = `body { margin: 0; zoom: ${scale}; display: grid; grid-template-columns: ${wide}px ${narrow}px; gap: ${gap}px; background: #8a8f94 }`;
  await page.setContent(`<style>${style}</style>${tags.join('')}`);
  const picture = await webp(page, 72);
  await page.close();
  return picture;
}
