import { createApp } from '../../gateway/routes/app.ts';
import { openMetrics } from '../../gateway/routes/metrics.ts';
import { openProvider } from '../../gateway/session/oidc.ts';
import { oidcAuthenticator } from '../../gateway/session/oidc-authenticator.ts';
import { openSessions } from '../../gateway/session/sessions.ts';
import { openUsedOnce } from '../../gateway/session/used-once.ts';
import { randomKeys } from '../../gateway/store/keys.ts';
import { type Browser, browserOf } from './browser.ts';
import { gatewayFixture } from './fixture.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';

export const origin = 'http://127.0.0.1:4';
export const session = `${origin}/api/v1/session`;
export const audience = 'leasehold-api';

const { gateway } = gatewayFixture();

/** Starts an identity provider, and a gateway with a clock that tests can advance. */
export async function withGateway(
  use: (given: {
    readonly idp: IdentityProvider;
    readonly newBrowser: () => Browser;
    readonly wait: (s: number) => void;
  }) => Promise<void>,
): Promise<void> {
  const idp = await startIdentityProvider(`${origin}/auth/callback`);
  let late = 0;
  const now = () => Date.now() + late;
  const names = { user: 'preferred_username', groups: 'groups' };
  const rules = { names, roles: { admin: { groups: ['platform-admins'] } } };
  const { issuer, clientId, clientSecret } = idp;
  const options = {
    issuer,
    clientId,
    clientSecret,
    scopes: 'openid',
    audience,
    rules,
    callback: `${origin}/auth/callback`,
    now,
    used: openUsedOnce(),
  };
  const provider = openProvider(options);
  const sessions = openSessions(now, provider.renew);
  const login = { key: randomKeys().logins, completed: openUsedOnce() };
  const authenticator = oidcAuthenticator({ provider, sessions, origin, now, ...login });
  const app = createApp({ ...gateway, sessions, authenticator }, openMetrics());
  const wait = (seconds: number) => {
    late += seconds * 1000;
  };
  try {
    await use({ idp, wait, newBrowser: () => browserOf(origin, (url, all) => app.request(url, all)) });
  } finally {
    await idp.close();
  }
}

export interface Who {
  readonly user: string;
  readonly groups: readonly string[];
  readonly platformRoles: readonly string[];
  readonly tenants: readonly { readonly name: string; readonly role: string }[];
}

export async function who(browser: Browser): Promise<Who | number> {
  const response = await browser.open(session);
  return response.status === 200 ? ((await response.json()) as Who) : response.status;
}
