import type { Page } from 'playwright-core';

/** A screenshot of the visible part of a page. */
export async function webp(page: Page, quality = 80): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  return Buffer.from(data, 'base64');
}
