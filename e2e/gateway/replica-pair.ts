import { cpSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type Browser, browserOf, signInAt } from '../../test/gateway/browser.ts';
import { startIdentityProvider } from '../../test/gateway/identity-provider.ts';
import { freePorts } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { bot, startGitea } from './forge.ts';
import { startGatewayDatabase } from './gateway-database.ts';
import { project, pushRepository } from './pushed-repository.ts';
import { type Replica, startReplica, startStallingProxy } from './replica.ts';

/** Starts a forge, an identity provider and a database. `startAt` starts a replica of the gateway behind one address. */
export async function preparePair() {
  const [gitea, database, [front = 0, ...ports]] = await Promise.all([
    startGitea(),
    startGatewayDatabase(),
    freePorts(3),
  ]);
  const origin = `http://127.0.0.1:${front}`;
  const provider = await startIdentityProvider(`${origin}/auth/callback`);
  const repository = await pushRepository(gitea, (folder) =>
    cpSync('tenants', join(folder, 'tenants'), { recursive: true }),
  );
  const stalling = await startStallingProxy(gitea.url);
  const environment = {
    LEASEHOLD_OIDC_SECRET: provider.clientSecret,
    LEASEHOLD_GIT_TOKEN: gitea.tokens.bot,
    LEASEHOLD_DATABASE_URL: database.url,
    LEASEHOLD_DATABASE_PASSWORD: 'a-password',
    LEASEHOLD_SESSION_SECRET: 'the session secret that both replicas have',
  };
  const startAt = (index: number, pollSeconds: number, forge = gitea.url) =>
    startReplica({
      ...{ name: `gateway-${index}`, port: ports[index] ?? 0, environment },
      config: {
        publicUrl: origin,
        repository: { url: `${gitea.url}/${project}.git`, username: bot, pollSeconds },
        forge: { kind: 'gitea', apiUrl: `${forge}/api/v1`, project },
        oidc: { issuer: provider.issuer, clientId: provider.clientId },
        roles: { admin: { groups: ['platform-admins'] } },
        state: join(temporaryFolder('leasehold-state-'), 'changes.json'),
      },
    });
  return { gitea, database, origin, provider, repository, stalling, environment, startAt };
}

/** Browsers at an address that a test directs to one of the replicas. */
export function browsersAt(origin: string, first: Replica) {
  let replica = first;
  const app = (url: string, options: RequestInit) => replica.respond(url, options);
  const newBrowser = () => browserOf(origin, app);
  return {
    app,
    newBrowser,
    use: (chosen: Replica) => {
      replica = chosen;
    },
    signedIn: async (user: string): Promise<Browser> => {
      const browser = newBrowser();
      await signInAt(browser, `${origin}/auth/login?to=/api/v1/session`, user);
      return browser;
    },
    jsonOf: async (browser: Browser, path: string): Promise<object> => {
      const response = await browser.open(`${origin}/api/v1${path}`);
      assert.is(response.status, 200, path);
      return (await response.json()) as object;
    },
    send: (browser: Browser, base: string, body: { readonly title: string }): Promise<Response> => {
      const key = { 'if-match': `"${base}"`, 'idempotency-key': body.title };
      const headers = { 'content-type': 'application/json', origin, ...key };
      return browser.open(`${origin}/api/v1/changes`, { method: 'POST', headers, body: JSON.stringify(body) });
    },
  };
}
