import { decodeJwt } from 'jose';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { textAt, textsAt, valueAt } from '../../data/tree.ts';
import { suite } from '../../test/harness.ts';
import { startBrowser } from '../console/browser.ts';
import { eventually, freePorts } from '../daemon.ts';
import { newAuthority } from './authority.ts';
import { runDocumented } from './documented-commands.ts';
import { startFront } from './front.ts';
import { gateway, startGatewayPod } from './gateway-pod.ts';
import { enterPassword, tokensOf } from './keycloak-login.ts';
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
const secrets = {
  [names.postgres]: { password: 'p1', 'postgres-password': 'p2' },
  [keycloak]: passwords,
  [gateway]: { 'git-token': 't1' },
  [`${gateway}-database`]: { 'database-password': 'd2', 'session-secret': 's'.repeat(32) },
};

const database = await startPostgresPod(objects, secrets);
const [frontPort = 0, gatewayPort = 0] = await freePorts(2);
const publicUrl = `http://127.0.0.1:${frontPort}`;
const { admin, base, folder } = await startKeycloakPod({ objects, secrets, database: database.port, publicUrl });
const realm = `${base}/auth/realms/mto`;
const front = await startFront(frontPort, { [gateway]: gatewayPort, [keycloak]: Number(new URL(base).port) }, objects);
const browser = startBrowser();

suite('the rendered Keycloak', (test) => {
  test('keeps the realm in its database on PostgreSQL', async () => {
    const metadata = await (await fetch(`${realm}/.well-known/openid-configuration`)).json();
    assert.is(textAt(metadata, 'issuer'), `${publicUrl}/auth/realms/mto`);
    const login = { user: 'keycloak', password: 'd1', database: 'keycloak' };
    assert.is(database.psql(login, "SELECT count(*) FROM realm WHERE name = 'mto'").text, '1');
    assert.is.not(database.psql({ ...login, database: 'mto' }, 'SELECT 1').status, 0);
  });

  test('has Argo CD as a client, with its secret and a code challenge', async () => {
    const { client, id } = await clientNamed('argocd');
    assert.equal(textsAt(client, 'redirectUris'), ['https://argocd.example.com/auth/callback']);
    assert.is(textAt(client, 'attributes', 'pkce.code.challenge.method'), 'S256');
    assert.is(valueAt(client, 'directAccessGrantsEnabled'), false);
    const secret = await admin('GET', `clients/${id}/client-secret`);
    assert.is(textAt(secret, 'value'), 'c1');
  });

  test('adds groups and audience to tokens', async () => {
    const { id } = await clientNamed('argocd');
    await admin('POST', 'groups', { name: 'pay-devs' });
    await admin('POST', 'users', { username: 'kim', email: 'kim@example.com', enabled: true, groups: ['/pay-devs'] });
    const [user] = (await admin('GET', 'users?username=kim')) as readonly unknown[];
    const example = `clients/${id}/evaluate-scopes/generate-example-access-token?scope=openid&userId=${textAt(user, 'id')}`;
    const token = await admin('GET', example);
    assert.equal(textsAt(token, 'groups'), ['pay-devs']);
    assert.ok([valueAt(token, 'aud')].flat().includes('argocd'), JSON.stringify(token));
  });

  test('issues tokens to Argo CD and to its command line for a user who logs in', async () => {
    await addUser('nora', ['pay-devs']);
    const argocd = { client_id: 'argocd', client_secret: passwords['argocd-client-secret'] };
    await canLogIn(argocd, 'https://argocd.example.com/auth/callback');
    await canLogIn(...commandLine);
  });

  test('issues tokens to the command line in an older realm, after the documented commands', async () => {
    await admin('DELETE', `clients/${(await clientNamed('argocd-cli')).id}`);
    const paths = { '/opt/keycloak': folder, '/tmp/kcadm.config': `${folder}/kcadm.config` };
    const inRealm = { 'http://localhost:8080': base, '-r corp': '-r mto', 'name=pay-devs': 'name=pay-testers' };
    runDocumented({ ...paths, ...inRealm }, passwords['admin-password']);
    assert.match(JSON.stringify(await admin('GET', 'groups')), '"pay-testers"');
    await canLogIn(...commandLine);
    const { client } = await clientNamed('argocd-cli');
    assert.is(textAt(client, 'attributes', 'pkce.code.challenge.method'), 'S256');
  });

  test('publishes the pages of the realm, but neither those for administrators nor those of the realm master', async () => {
    const hasPage = async (url: string) => (await fetch(url, { redirect: 'manual' })).status < 400;
    for (const page of ['realms/mto/.well-known/openid-configuration', 'realms/mto/account'])
      assert.ok(await hasPage(`${publicUrl}/auth/${page}`), page);
    for (const page of ['admin/master/console/', 'admin/realms/mto', 'realms/master/.well-known/openid-configuration'])
      assert.not(await hasPage(`${publicUrl}/auth/${page}`), page);
    assert.ok(await hasPage(`${base}/auth/realms/master/.well-known/openid-configuration`));
  });

  test('logs people in to the rendered gateway, whose pages match their roles', async () => {
    const daemon = await startGatewayPod({ objects, secrets, database: database.port, port: gatewayPort, publicUrl });
    await addUser('alex', ['platform-admins']);
    await addUser('olga', ['pay-leads']);
    await addUser('vera', ['auditors']);
    const [alex, olga, vera] = await Promise.all([enter('alex'), enter('olga'), enter('vera')]);
    await sees(alex, { roles: ['admin'], seesAll: true });
    await sees(olga, { roles: ['owner of pay'], seesAll: false });
    await sees(vera, { roles: ['viewer of pay'], seesAll: false });
    await endsWithKeycloak(olga, 'olga');
    await signsOut(vera);
    await daemon.stop();
    front.stop();
    await (await browser).close();
  });
});

const commandLine = [{ client_id: 'argocd-cli' }, 'http://localhost:8085/auth/callback'] as const;

/** Logs in as a member of pay-devs. */
async function canLogIn(client: { readonly client_id: string }, redirect: string): Promise<void> {
  const page = await (await browser).newPage();
  const tokens = await tokensOf({ page, realm, username: 'nora' }, client, redirect);
  const [id, access] = ['id_token', 'access_token'].map((name) => decodeJwt(textAt(tokens, name)));
  assert.equal([id?.aud, textsAt(id, 'groups')], [client.client_id, ['pay-devs']]);
  assert.ok([access?.aud].flat().includes(client.client_id), JSON.stringify(access));
}

/** Opens a page of the console without a session, and logs in. */
async function enter(username: string): Promise<Page> {
  const page = await (await (await browser).newContext()).newPage();
  await page.goto(`${publicUrl}/#/tenants/pay`);
  await enterPassword(page, username);
  await page.getByRole('heading', { name: 'pay', level: 1 }).waitFor();
  return page;
}

interface Seen {
  readonly roles: readonly string[];
  /** Whether the person sees the platform and all tenants. */
  readonly seesAll: boolean;
}

async function sees(page: Page, { roles, seesAll }: Seen): Promise<void> {
  await page.getByRole('button', { name: 'Signed in as' }).click();
  assert.equal(await page.locator('#account .roles li').allTextContents(), roles);
  await page.keyboard.press('Escape');
  assert.is((await page.request.get(`${publicUrl}/api/v1/tenants/lab`)).status(), seesAll ? 200 : 404);
  await page.goto(`${publicUrl}/#/tenants`);
  await page.getByRole('link', { name: 'pay', exact: true }).waitFor();
  assert.is((await page.getByRole('link', { name: 'lab', exact: true }).count()) > 0, seesAll);
}

/** An administrator ends the session in Keycloak, which informs the gateway. The person returns to the same page. */
async function endsWithKeycloak(page: Page, username: string): Promise<void> {
  const [user] = (await admin('GET', `users?username=${username}`)) as readonly unknown[];
  await admin('POST', `users/${textAt(user, 'id')}/logout`);
  await eventually('the session has ended', async () => {
    const response = await page.request.get(`${publicUrl}/api/v1/session`);
    return response.status() === 401 || undefined;
  });
  await page.getByRole('link', { name: 'Quotas' }).click();
  await page.getByText('Your session has ended').first().waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await enterPassword(page, username);
  await page.getByRole('heading', { name: 'Quotas', level: 1 }).waitFor();
  assert.match(page.url(), '#/quotas');
}

async function signsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Signed in as' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${realm.replace(base, publicUrl)}/**`);
  assert.is((await page.request.get(`${publicUrl}/api/v1/session`)).status(), 401);
}

async function addUser(username: string, groups: readonly string[]): Promise<void> {
  for (const name of groups) await admin('POST', 'groups', { name }).catch(() => undefined);
  const names = { firstName: username, lastName: 'Example', email: `${username}@example.com`, emailVerified: true };
  const credentials = [{ type: 'password', value: `${username}-password`, temporary: false }];
  const user = { username, ...names, enabled: true, credentials, groups: groups.map((one) => `/${one}`) };
  await admin('POST', 'users', user);
}

async function clientNamed(clientId: string) {
  const [client] = (await admin('GET', `clients?clientId=${clientId}`)) as readonly unknown[];
  return { client, id: textAt(client, 'id') };
}
