import type { Page } from 'playwright-core';

/** A page of the console that the documentation shows. */
export interface PicturedPage {
  /** The name of the file, and the anchor in the documentation. */
  readonly name: string;
  readonly title: string;
  /** What a reader sees in the picture, in one sentence. */
  readonly shows: string;
  readonly hash: string;
  /** What a user does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Waits until the page shows a text. */
export async function shown(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}

/** Adds a user to the editors of the tenant in the form. */
export async function addMember(page: Page): Promise<void> {
  if ((await page.getByLabel('users 2').count()) > 0) return;
  await page.getByRole('button', { name: 'Add users' }).first().click();
  await page.getByLabel('users 2').fill('eve@corp.io');
  await shown(page, 'access widened');
}
