import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { suite } from '../../test/harness.ts';
import { eventually, freePorts, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { keycloakFolder } from '../tools/paths.ts';
import { startPostgresPod } from './postgres-pod.ts';
import { names } from './programs.ts';
import { podOf, renderPlatform } from './rendered-pod.ts';

const name = 'tenant-operator-keycloak';
const objects = renderPlatform('identity.yaml');
const passwords = {
  'admin-password': 'a1',
  'database-password': 'd1',
  'argocd-client-secret': 'c1',
  'console-client-secret': 'c2',
};
const secrets = { [names.postgres]: { password: 'p1', 'postgres-password': 'p2' }, [name]: passwords };

const database = await startPostgresPod(objects, secrets);
await createDatabase();
const base = await startKeycloak();
const realm = `${base}/auth/realms/mto`;

suite('the rendered Keycloak', (test) => {
  test('keeps the realm in its database on PostgreSQL', async () => {
    const metadata = await json(`${realm}/.well-known/openid-configuration`);
    assert.is(textAt(metadata, 'issuer'), 'https://mto.example.com/auth/realms/mto');
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
});

async function argocd() {
  const [client] = (await admin('GET', 'clients?clientId=argocd')) as readonly unknown[];
  return { client, id: textAt(client, 'id') };
}

/** Runs the init container twice. */
async function createDatabase(): Promise<void> {
  const pod = await podOf(name, { objects, secrets, list: 'initContainers' });
  const [shell = '', ...args] = pod.command;
  const env = { ...process.env, ...pod.env, PGHOST: '127.0.0.1', PGPORT: String(database.port) };
  for (const _ of [1, 2]) {
    const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8', env });
    assert.is(status, 0, stderr);
  }
}

/** Starts a copy of Keycloak, which writes its own files, with the rendered arguments, environment and realm. */
async function startKeycloak(): Promise<string> {
  assert.ok(existsSync(keycloakFolder), 'Keycloak is not there; run: npx tsx e2e/tools/build.ts keycloak');
  const [port = 0, management = 0] = await freePorts(2);
  const here = { [`jdbc:postgresql://${names.postgres}:5432`]: `jdbc:postgresql://127.0.0.1:${database.port}` };
  const pod = await podOf(name, { objects, secrets, here });
  const folder = temporaryFolder('leasehold-keycloak-');
  execFileSync('cp', ['-a', `${keycloakFolder}/.`, folder]);
  cpSync(pod.folder('/opt/keycloak/data/import'), join(folder, 'data/import'), { recursive: true });
  const ports = { KC_HTTP_PORT: String(port), KC_HTTP_MANAGEMENT_PORT: String(management) };
  const env = { ...pod.env, ...ports, KC_HTTP_HOST: '127.0.0.1' };
  startDaemon('platform-keycloak', join(folder, 'bin/kc.sh'), pod.args, env);
  const health = `http://127.0.0.1:${management}${probePath()}`;
  await eventually('Keycloak is ready', async () => (await fetch(health).catch(() => undefined))?.ok || undefined, 420);
  return `http://127.0.0.1:${port}`;
}

function probePath(): string {
  const deployment = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  const [container] = listAt(deployment, 'spec', 'template', 'spec', 'containers');
  return textAt(container, 'readinessProbe', 'httpGet', 'path');
}

async function json(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

/** Asks the API for administrators of the realm. */
async function admin(method: string, path: string, body?: object): Promise<unknown> {
  const login = {
    client_id: 'admin-cli',
    grant_type: 'password',
    username: 'admin',
    password: passwords['admin-password'],
  };
  const url = `${base}/auth/realms/master/protocol/openid-connect/token`;
  const answer = await (await fetch(url, { method: 'POST', body: new URLSearchParams(login) })).json();
  const headers = { Authorization: `Bearer ${textAt(answer, 'access_token')}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${base}/auth/admin/realms/mto/${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  assert.ok(response.ok, `${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
