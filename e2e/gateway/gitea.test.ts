import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { connect } from '../../cluster/client.ts';
import { textAt, valueAt } from '../../data/tree.ts';
import { siteFiles } from '../../gateway/site-files.ts';
import { startGateway } from '../../gateway/start.ts';
import { startIdentityProvider } from '../../test/gateway/identity-provider.ts';
import { suite } from '../../test/harness.ts';
import { startBrowser, visit } from '../console/browser.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { eventually, freePorts } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { builtConsole } from './built-console.ts';
import { bot, startGitea } from './forge.ts';
import { proposeTenantWithKeyboard, signInWithKeyboard, stateIs } from './keyboard.ts';
import { project, pushRepository } from './pushed-repository.ts';

const [plane, gitea, [port = 0]] = await Promise.all([startControlPlane('api-only'), startGitea(), freePorts(1)]);
const origin = `http://127.0.0.1:${port}`;
const provider = await startIdentityProvider(`${origin}/auth/callback`);
await pushRepository(gitea, (folder) => cpSync('tenants', join(folder, 'tenants'), { recursive: true }));
prepareArgoCd(plane);
const state = join(temporaryFolder('leasehold-state-'), 'changes.json');
const gateway = await startGateway({
  config: {
    listen: { host: '127.0.0.1', port },
    publicUrl: origin,
    repository: { url: `${gitea.url}/${project}.git`, username: bot, pollSeconds: 1 },
    forge: { kind: 'gitea', apiUrl: `${gitea.url}/api/v1`, project },
    oidc: { issuer: provider.issuer, clientId: provider.clientId, audience: 'api' },
    roles: { admin: { groups: ['platform-admins'] } },
    argocd: { application: 'tenants' },
    state,
  },
  secrets: { oidc: provider.clientSecret, git: gitea.tokens.bot },
  cluster: connect({ server: plane.server, ca: authorityOf(plane), token: () => plane.token, now: Date.now }),
  file: siteFiles(builtConsole()),
  log: () => {},
});
const now = Math.floor(Date.now() / 1000);
const token = await provider.sign({
  ...{ iss: provider.issuer, aud: 'api', sub: 'olga', iat: now, exp: now + 3600 },
  ...{
    preferred_username: 'olga@corp.io',
    email: 'olga@corp.io',
    email_verified: true,
    name: 'Olga',
    groups: ['pay-leads'],
  },
});

suite('changes on a real forge', (test) => {
  test('can create a tenant with only the keyboard, from sign-in until the change is applied', async () => {
    provider.setGroups('alex@corp.io', ['platform-admins']);
    const browser = await startBrowser();
    try {
      const { page, complaints } = await visit(browser, origin);
      await page.goto(`${origin}/auth/login`);
      await signInWithKeyboard(page, 'alex@corp.io');
      await page.getByText('Everything renders').waitFor();
      const ofProvider = complaints.length;
      await proposeTenantWithKeyboard(page, 'initech');
      const link = await page.getByRole('link', { name: 'Pull request' }).getAttribute('href');
      const pull = `/repos/${project}/pulls/${link?.split('/').at(-1)}`;
      assert.is(textAt(await gitea.api('GET', pull), 'state'), 'open');
      await gitea.api('POST', `${pull}/merge`, { Do: 'squash' });
      await stateIs(page, 'merged');
      setApplied(plane, 'Synced', textAt(await gitea.api('GET', pull), 'merge_commit_sha'));
      await stateIs(page, 'applied');
      assert.equal(complaints.slice(ofProvider), []);
    } finally {
      await browser.close();
    }
  });

  test('become pull requests that are followed until Argo CD has applied them', async () => {
    const opened = await propose('audit', 'pay-audit');
    const change = (await opened.json()) as { readonly id: string; readonly pull: { readonly number: number } };
    assert.is(opened.status, 201, JSON.stringify(change));
    const pull = `/repos/${project}/pulls/${change.pull.number}`;
    const found = await gitea.api('GET', pull);
    assert.equal([textAt(found, 'title'), textAt(found, 'user', 'login')], ['audit', bot]);
    const commit = await gitea.api('GET', `/repos/${project}/git/commits/${textAt(found, 'head', 'sha')}`);
    assert.is(textAt(commit, 'commit', 'author', 'email'), 'olga@corp.io');
    await gitea.api('POST', `${pull}/reviews`, { event: 'APPROVED', body: 'fine' });
    await gitea.api('POST', `${pull}/merge`, { Do: 'squash' });
    const merged = await eventually('the change is merged', () => inState(change.id, 'merged'));
    const revision = textAt(merged, 'mergeCommit');
    assert.match(revision, /^[0-9a-f]{40}$/);
    setApplied(plane, 'OutOfSync', revision);
    assert.is(await inState(change.id, 'applied'), undefined);
    setApplied(plane, 'Synced', revision);
    await eventually('the change is applied', () => inState(change.id, 'applied'));
    const members = (await (await ask('/tenants/pay/yaml')).json()) as object;
    assert.match(JSON.stringify(members), 'pay-audit');
  });

  test('can be closed by their author', async () => {
    const change = (await (await propose('withdrawn', 'pay-temp')).json()) as object;
    assert.is((await ask(`/changes/${textAt(change, 'id')}`, { method: 'DELETE' })).status, 200);
    const number = valueAt(change, 'pull', 'number');
    assert.is(textAt(await gitea.api('GET', `/repos/${project}/pulls/${number}`), 'state'), 'closed');
  });

  test('survive a forge that is down', async () => {
    await gitea.stop();
    const response = await propose('while it is down', 'pay-later');
    assert.equal([response.status, response.headers.get('retry-after')], [503, '30']);
    assert.is((await ask('/tenants')).status, 200);
    const id = (response.headers.get('location') ?? '').split('/').at(-1) ?? '';
    assert.match(readFileSync(state, 'utf8'), `"id":"${id}"`);
    await gitea.start();
    const change = await eventually('the change is open', () => inState(id, 'open'));
    assert.ok(Number(valueAt(change, 'pull', 'number')) > 0);
  });

  test('the servers stop', async () => {
    await gateway.close();
    await Promise.all([gitea.stop(), provider.close(), plane.stop()]);
  });
});

function ask(
  path: string,
  options: { readonly method?: string; readonly body?: object; readonly match?: string } = {},
) {
  const { method = 'GET', body, match } = options;
  const condition = match === undefined ? {} : { 'if-match': `"${match}"` };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...condition };
  return fetch(`${origin}/api/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

async function propose(title: string, group: string): Promise<Response> {
  const { head } = (await (await ask('/session')).json()) as { readonly head: string };
  const intent = { intent: 'add-member', tenant: 'pay', role: 'viewer', kind: 'group', name: group };
  return ask('/changes', { method: 'POST', match: head, body: { title, description: 'Two\nlines', intent } });
}

async function inState(id: string, wanted: string): Promise<object | undefined> {
  const change = (await (await ask(`/changes/${id}`)).json()) as object;
  return textAt(change, 'state') === wanted ? change : undefined;
}

/** The certificate of the API server. */
function authorityOf({ kubectl }: ControlPlane): string {
  const path = kubectl([
    'config',
    'view',
    '--raw',
    '-o',
    'jsonpath={.clusters[0].cluster.certificate-authority}',
  ]).stdout;
  return readFileSync(path, 'utf8');
}

/** Creates the Application kind without Argo CD. The test writes the status of the Application. */
function prepareArgoCd({ kubectl }: ControlPlane): void {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const names = { kind: 'Application', plural: 'applications', singular: 'application', listKind: 'ApplicationList' };
  const versions = [{ name: 'v1alpha1', served: true, storage: true, schema }];
  const definition = {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: { name: 'applications.argoproj.io' },
    spec: { group: 'argoproj.io', scope: 'Namespaced', names, versions },
  };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'argocd' } };
  for (const object of [namespace, definition])
    assert.is(kubectl(['apply', '-f', '-'], JSON.stringify(object)).status, 0);
  kubectl(['wait', '--for=condition=established', 'crd/applications.argoproj.io', '--timeout=30s']);
}

function setApplied({ kubectl }: ControlPlane, status: string, revision: string): void {
  const object = {
    ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'tenants', namespace: 'argocd' } },
    status: { sync: { status, revision } },
  };
  const { status: code, stderr } = kubectl(['apply', '-f', '-'], JSON.stringify(object));
  assert.is(code, 0, stderr);
}
