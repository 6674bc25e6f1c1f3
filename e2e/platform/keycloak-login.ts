import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';

/** Logs in on Keycloak's login page. */
export async function enterPassword(page: Page, username: string): Promise<void> {
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(`${username}-password`);
  await page.locator('#kc-login').click();
}

/** Logs in with a browser and PKCE, and exchanges the code. */
export async function tokensOf(
  { page, realm, username }: { readonly page: Page; readonly realm: string; readonly username: string },
  client: { readonly client_id: string },
  redirect: string,
): Promise<unknown> {
  const verifier = 'v'.repeat(43);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const request = { client_id: client.client_id, response_type: 'code', scope: 'openid', redirect_uri: redirect };
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  await page.route(`${redirect}**`, (route) => route.fulfill({ body: 'Argo CD' }));
  await page.goto(`${realm}/protocol/openid-connect/auth?${new URLSearchParams({ ...request, ...proof })}`);
  await enterPassword(page, username);
  await page.getByText('Argo CD').waitFor();
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  await page.context().close();
  const body = { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier, ...client };
  const url = `${realm}/protocol/openid-connect/token`;
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(body) })).json();
}
