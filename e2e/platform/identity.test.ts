import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { textAt, textsAt, valueAt } from '../../data/tree.ts';
import { startGateway } from '../../gateway/start.ts';
import { type Browser, browserOf } from '../../test/gateway/browser.ts';
import { suite } from '../../test/harness.ts';
import { eventually, freePorts } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { newAuthority } from './authority.ts';
import { startFront } from './front.ts';
import { keycloak, startKeycloakPod } from './keycloak-pod.ts';
import { startPostgresPod } from './postgres-pod.ts';
import { names } from './programs.ts';
import { renderPlatform } from './rendered-pod.ts';

const objects = [...renderPlatform('identity.yaml'), newAuthority('corp').configMap];
const passwords = {
  'admin-password': 'a1',
  'database-password': 'd1',
  'argocd-client-secret': 'c1',
  'console-client-secret': 'c2',
};
const secrets = { [names.postgres]: { password: 'p1', 'postgres-password': 'p2' }, [keycloak]: passwords };

const database = await startPostgresPod(objects, secrets);
const [frontPort = 0, gatewayPort = 0] = await freePorts(2);
const publicUrl = `http://127.0.0.1:${frontPort}`;
const { base, admin } = await startKeycloakPod({ objects, secrets, database: database.port, publicUrl });
const realm = `${base}/auth/realms/mto`;
const front = await startFront(frontPort, gatewayPort, Number(new URL(base).port));

suite('the rendered Keycloak', (test) => {
  test('keeps the realm in its database on PostgreSQL', async () => {
    const metadata = await (await fetch(`${realm}/.well-known/openid-configuration`)).json();
    assert.is(textAt(metadata, 'issuer'), `${publicUrl}/auth/realms/mto`);
    const login = { user: 'keycloak', password: 'd1', database: 'keycloak' };
    assert.is(database.psql(login, "SELECT count(*) FROM realm WHERE name = 'mto'").text, '1');
    assert.is.not(database.psql({ ...login, database: 'mto' }, 'SELECT 1').status, 0);
  });

  test('has Argo CD as a client, with its secret and a code challenge', async () => {
    const { client, id } = await argocd();
    assert.equal(textsAt(client, 'redirectUris').toSorted(), [
      'http://localhost:8085/auth/callback',
      'https://argocd.example.com/auth/callback',
    ]);
    assert.is(textAt(client, 'attributes', 'pkce.code.challenge.method'), 'S256');
    assert.is(valueAt(client, 'directAccessGrantsEnabled'), false);
    const secret = await admin('GET', `clients/${id}/client-secret`);
    assert.is(textAt(secret, 'value'), 'c1');
  });

  test('adds groups and audience to tokens', async () => {
    const { id } = await argocd();
    await admin('POST', 'groups', { name: 'pay-devs' });
    await admin('POST', 'users', { username: 'kim', email: 'kim@example.com', enabled: true, groups: ['/pay-devs'] });
    const [user] = (await admin('GET', 'users?username=kim')) as readonly unknown[];
    const example = `clients/${id}/evaluate-scopes/generate-example-access-token?scope=openid&userId=${textAt(user, 'id')}`;
    const token = await admin('GET', example);
    assert.equal(textsAt(token, 'groups'), ['pay-devs']);
    assert.ok([valueAt(token, 'aud')].flat().includes('argocd'), JSON.stringify(token));
  });

  test('logs people in to the gateway, and groups decide their roles', async () => {
    const gateway = await startGatewayHere();
    await addUser('olga', ['pay-leads']);
    await addUser('alex', ['platform-admins']);
    const olga = newBrowser();
    assert.is((await logIn(olga, 'olga')).status, 200);
    const session = await sessionOf(olga);
    assert.equal(valueAt(session, 'tenants'), [{ name: 'pay', role: 'owner' }]);
    assert.equal([textAt(session, 'user'), valueAt(session, 'platformRoles')], ['olga', []]);
    assert.is((await olga.open(`${publicUrl}/api/v1/tenants/lab`)).status, 404);
    const alex = newBrowser();
    await logIn(alex, 'alex');
    assert.equal(valueAt(await sessionOf(alex), 'platformRoles'), ['admin']);
    await endsWithKeycloak(alex, 'alex');
    await signsOut(olga);
    await gateway.close();
    front.stop();
  });
});

function newBrowser(): Browser {
  return browserOf(publicUrl, (url, options) => fetch(url, options));
}

function startGatewayHere() {
  const folder = temporaryFolder('leasehold-tenants-');
  cpSync('tenants', join(folder, 'tenants'), { recursive: true });
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=start');
  return startGateway({
    config: {
      listen: { host: '127.0.0.1', port: gatewayPort },
      publicUrl,
      repository: { url: folder },
      oidc: { issuer: `${publicUrl}/auth/realms/mto`, clientId: 'console' },
      roles: { admin: { groups: ['platform-admins'] } },
    },
    secrets: { oidc: passwords['console-client-secret'], git: undefined },
    cluster: undefined,
    file: () => ({ type: 'text/html', contents: 'the console' }),
    log: () => {},
  });
}

async function addUser(username: string, groups: readonly string[]): Promise<void> {
  for (const name of groups) await admin('POST', 'groups', { name });
  const names = { firstName: username, lastName: 'Example', email: `${username}@example.com`, emailVerified: true };
  const credentials = [{ type: 'password', value: `${username}-password`, temporary: false }];
  const user = { username, ...names, enabled: true, credentials, groups: groups.map((one) => `/${one}`) };
  await admin('POST', 'users', user);
}

/** Sends the form of the page of Keycloak. */
async function logIn(browser: Browser, username: string): Promise<Response> {
  const page = await (await browser.open(`${publicUrl}/auth/login?to=/`)).text();
  const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  assert.ok(action, page.slice(0, 500));
  const body = new URLSearchParams({ username, password: `${username}-password` });
  return browser.open(action, { method: 'POST', body });
}

async function sessionOf(browser: Browser): Promise<unknown> {
  const response = await browser.open(`${publicUrl}/api/v1/session`);
  assert.is(response.status, 200);
  return response.json();
}

/** An administrator ends the session in Keycloak, which then informs the gateway. */
async function endsWithKeycloak(browser: Browser, username: string): Promise<void> {
  const [user] = (await admin('GET', `users?username=${username}`)) as readonly unknown[];
  await admin('POST', `users/${textAt(user, 'id')}/logout`);
  await eventually('the session has ended', async () => {
    const { status } = await browser.open(`${publicUrl}/api/v1/session`);
    return status === 401 || undefined;
  });
}

async function signsOut(browser: Browser): Promise<void> {
  const headers = { origin: publicUrl, 'content-type': 'application/json' };
  const response = await browser.open(`${publicUrl}/auth/logout`, { method: 'POST', headers, body: '{}' });
  const { to } = (await response.json()) as { readonly to: string };
  assert.match(to, `${publicUrl}/auth/realms/mto/protocol/openid-connect/logout`);
  assert.is((await browser.open(`${publicUrl}/api/v1/session`)).status, 401);
  assert.is((await browser.open(to)).status, 200);
}

async function argocd() {
  const [client] = (await admin('GET', 'clients?clientId=argocd')) as readonly unknown[];
  return { client, id: textAt(client, 'id') };
}
