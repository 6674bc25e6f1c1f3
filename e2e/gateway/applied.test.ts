import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { connect } from '../../cluster/client.ts';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { startGateway } from '../../gateway/start.ts';
import { startIdentityProvider } from '../../test/gateway/identity-provider.ts';
import { suite } from '../../test/harness.ts';
import { sharedArgoCd } from '../argocd/argocd.ts';
import { readExample } from '../argocd/examples.ts';
import { kleffTenant, platform, registry } from '../argocd/fixtures.ts';
import { eventually, freePorts } from '../daemon.ts';
import { startProxy } from '../retention/proxy.ts';
import { temporaryFolder } from '../temporary.ts';
import { bot, startGitea } from './forge.ts';
import { project, pushRepository } from './pushed-repository.ts';

const [argo, gitea, [port = 0]] = await Promise.all([sharedArgoCd(), startGitea(), freePorts(1)]);
const { plane } = argo;
const repository = await pushRepository(
  gitea,
  (folder) => {
    mkdirSync(join(folder, 'tenants'));
    writeFileSync(join(folder, 'tenants/platform.yaml'), platform);
  },
  false,
);
let isCut = false;
const proxy = await startProxy(plane, () => (isCut ? 'cut-before' : 'pass'));
const origin = `http://127.0.0.1:${port}`;
const provider = await startIdentityProvider(`${origin}/auth/callback`);
const application = await createApplication();
const gateway = await startGateway({
  config: {
    listen: { host: '127.0.0.1', port },
    publicUrl: origin,
    repository: { url: `${gitea.url}/${project}.git`, username: bot, pollSeconds: 1 },
    forge: { kind: 'gitea', apiUrl: `${gitea.url}/api/v1`, project },
    oidc: { issuer: provider.issuer, clientId: provider.clientId, audience: 'api' },
    roles: { admin: { groups: ['platform-admins'] } },
    argocd: { application: application.name },
    live: true,
    state: join(temporaryFolder('leasehold-state-'), 'changes.json'),
  },
  secrets: { oidc: provider.clientSecret, git: gitea.tokens.bot },
  cluster: connect({
    ...{ server: `https://127.0.0.1:${proxy.port}`, ca: proxy.ca },
    ...{ token: () => plane.token, now: Date.now },
  }),
  file: () => undefined,
  log: () => {},
});
const now = Math.floor(Date.now() / 1000);
const token = await provider.sign({
  ...{ iss: provider.issuer, aud: 'api', sub: 'alex', iat: now, exp: now + 7200 },
  ...{ preferred_username: 'alex@corp.io', email: 'alex@corp.io', email_verified: true, groups: ['platform-admins'] },
});

suite('a change of tenants', (test) => {
  test('creates a tenant: proposed, reviewed, merged, and applied by Argo CD', async () => {
    const change = await propose('Add gw-new', { path: 'tenants/gw-new.yaml', text: kleffTenant('gw-new') });
    await merge(change);
    await settled(change, 'applied');
    assert.is((await plane.api.request('GET', '/api/v1/namespaces/live-gw-new')).status, 200);
    const names = listAt(await read('/live/namespaces'), 'items').map((one) => textAt(one, 'name'));
    assert.ok(names.includes('live-gw-new'), names.join());
    const sync = await read('/live/sync?tenant=gw-new');
    assert.equal([valueAt(sync, 'available'), textAt(sync, 'status')], [true, 'Synced']);
    assert.ok(listAt(sync, 'resources').some((one) => textAt(one, 'key') === 'Namespace live-gw-new'));
  });

  test('is followed again after an outage of the API server', async () => {
    await read('/live/workloads');
    isCut = true;
    proxy.cutAll();
    const gone = await eventually('the cluster is not available', async () => {
      const found = await read('/live/workloads');
      return valueAt(found, 'available') === false ? found : undefined;
    });
    assert.match(textAt(gone, 'reason'), 'no valid response from the API server');
    assert.ok(Date.parse(textAt(gone, 'asOf')) > 0);
    const change = await propose('Add gw-late', { path: 'tenants/gw-late.yaml', text: kleffTenant('gw-late') });
    await merge(change);
    await settled(change, 'merged');
    isCut = false;
    await settled(change, 'applied');
    await eventually(
      'the cluster is available',
      async () => valueAt(await read('/live/workloads'), 'available') || undefined,
    );
  });

  test('stays open when the branch is force-pushed, and can be merged', async () => {
    const change = await propose('Add gw-kept', { path: 'tenants/gw-kept.yaml', text: kleffTenant('gw-kept') });
    const base = textAt(await read('/session'), 'head');
    repository.git('fetch', '--quiet', 'origin');
    repository.git('reset', '--quiet', '--hard', 'origin/main');
    repository.git('commit', '--quiet', '--amend', '--message', 'another history');
    repository.git('push', '--quiet', '--force', 'origin', 'main');
    const head = repository.git('rev-parse', 'HEAD');
    await eventually(
      'the new history is shown',
      async () => textAt(await read('/session'), 'head') === head || undefined,
    );
    assert.is(textAt(await read(`/changes/${change}`), 'state'), 'open');
    const late = await ask('/changes', {
      ...{ method: 'POST', match: base },
      body: { title: 'late', files: [{ path: 'tenants/gw-x.yaml', text: kleffTenant('gw-x') }] },
    });
    assert.is(late.status, 412);
    assert.match(
      textAt(await late.json(), 'detail'),
      `commit ${base} of the If-Match header is not a first-parent commit`,
    );
    await merge(change);
    await settled(change, 'applied');
  });

  test('is opened after an outage of the forge', async () => {
    await gitea.stop();
    const { head } = (await read('/session')) as { readonly head: string };
    const files = [{ path: 'tenants/gw-new.yaml', text: null }];
    const response = await ask('/changes', { method: 'POST', match: head, body: { title: 'Remove gw-new', files } });
    assert.is(response.status, 503);
    const id = (response.headers.get('location') ?? '').split('/').at(-1) ?? '';
    assert.is(textAt(await read(`/changes/${id}`), 'state'), 'pending');
    await gitea.start();
    await settled(id, 'open');
  });

  test('the servers stop', async () => {
    await application.remove();
    await gateway.close();
    proxy.stop();
    await Promise.all([gitea.stop(), provider.close()]);
  });
});

async function createApplication() {
  const example = readExample('access/project.yaml', { server: argo.server, repository: 'file:///**' });
  const { spec } = example as { readonly spec?: object };
  await argo.apply({ ...example, spec: { ...spec, sourceRepos: ['file:///**', `${gitea.url}/**`] } } as typeof example);
  await argo.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: registry } });
  const source = { url: `${gitea.url}/${project}.git`, commit: () => '' };
  return argo.create({ name: 'gateway-tenants', repository: source });
}

interface Ask {
  readonly method?: string;
  readonly body?: object;
  readonly match?: string;
}

function ask(path: string, { method = 'GET', body, match }: Ask = {}): Promise<Response> {
  const condition = match === undefined ? {} : { 'if-match': `"${match}"` };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...condition };
  return fetch(`${origin}/api/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

async function read(path: string): Promise<object> {
  return (await (await ask(path)).json()) as object;
}

/** Returns the id of the change. */
async function propose(title: string, file: { readonly path: string; readonly text: string }): Promise<string> {
  const match = textAt(await read('/session'), 'head');
  const response = await ask('/changes', { method: 'POST', match, body: { title, files: [file] } });
  const change = await response.json();
  assert.is(response.status, 201, JSON.stringify(change));
  return textAt(change, 'id');
}

async function merge(id: string): Promise<void> {
  const pull = `/repos/${project}/pulls/${valueAt(await read(`/changes/${id}`), 'pull', 'number')}`;
  await gitea.api('POST', `${pull}/reviews`, { event: 'APPROVED', body: 'fine' });
  await eventually('the pull request is merged', () =>
    gitea.api('POST', `${pull}/merge`, { Do: 'squash' }).then(
      () => true,
      () => undefined,
    ),
  );
}

async function settled(id: string, state: string): Promise<void> {
  await eventually(
    `the change is ${state}`,
    async () => {
      await application.refresh();
      const found = textAt(await read(`/changes/${id}`), 'state');
      return found === state || (found === 'applied' && state === 'merged') || undefined;
    },
    180,
  );
}
