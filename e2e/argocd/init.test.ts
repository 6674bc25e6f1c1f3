import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { inSandbox, type Sandbox } from '../../test/cli/sandbox.ts';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { applicationIn, pathOf } from './application.ts';
import { refreshSet, settled } from './applicationset.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';

const set = 'first-day';
const bindings = (namespace: string) => `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`;
const owners = (namespace: string) => `${bindings(namespace)}/mto-owner-admin`;

/** A resource that renders a ConfigMap that tenants share. */
const priceBook = `apiVersion: finops.stakater.com/v1alpha1
kind: PriceBook
metadata: { name: first, namespace: first-day-costs, annotations: { finops.stakater.com/active: "true" } }
spec: { currency: USD, valuationMode: currency, rates: { cpuHour: "0.031" } }
`;

suite('in a real Argo CD, the repository that leasehold init creates', (test) => {
  test('has an Application for each tenant, so that a member of one tenant cannot stop the syncs of another', () =>
    withRepository({ 'platform/prices.yaml': priceBook }, async (argo, sandbox) => {
      const { api } = argo.plane;
      const [acme, globex] = ['acme', 'globex'].map((name) => applicationIn(api, `${set}-${name}`));
      assert.is((await api.request('GET', pathOf(`${set}-platform`))).status, 200);
      const quotas = await api.request('GET', '/api/v1/namespaces/acme-dev/resourcequotas');
      assert.is((quotas.body['items'] as readonly unknown[]).length, 1);
      await setFinalizers(argo, ['example.com/a', 'example.com/a']);
      writeTenant(sandbox, 'globex', 'globex-admins');
      await globex?.settled(commitRender(sandbox));
      assert.match(JSON.stringify((await api.request('GET', owners('globex-dev'))).body), 'globex-admins');
      await acme?.refresh();
      await acme?.until('fails', ({ conditions = [] }) => conditions.some(({ message }) => /duplicate/.test(message)));
      await setFinalizers(argo, []);
    }));

  test('keeps all Applications if the branch is missing', () =>
    withRepository({}, async (argo, sandbox) => {
      const { api } = argo.plane;
      const exists = async (path: string) => (await api.request('GET', path)).status === 200;
      sandbox.git('branch', '--move', 'rendered', 'hidden');
      await refreshSet(api, set);
      await eventually('the ApplicationSet reports the missing branch', async () => {
        const { body } = await api.request('GET', pathOf(set, 'applicationsets'));
        return /unable to resolve/.test(JSON.stringify(body['status'] ?? {})) || undefined;
      });
      for (const name of ['acme', 'globex']) assert.ok(await exists(pathOf(`${set}-${name}`)), name);
    }));
});

/** Runs a test with a repository of two tenants and these files, whose branch `rendered` Argo CD has applied. */
async function withRepository(
  files: Readonly<Record<string, string>>,
  use: (argo: ArgoCd, sandbox: Sandbox) => Promise<void>,
): Promise<void> {
  const argo = await sharedArgoCd();
  await inSandbox(async (sandbox) => {
    const { git, root, leasehold } = sandbox;
    git('init', '--quiet', '--initial-branch=main');
    assert.is(leasehold('init', '--repository', `file://${root}`).code, 0);
    git('add', '--all');
    git('commit', '--quiet', '--message=init');
    git('checkout', '--quiet', '--orphan', 'rendered');
    git('rm', '--quiet', '-r', '--cached', '.');
    writeTenant(sandbox, 'globex', 'globex-owners');
    for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
    const commit = commitRender(sandbox);
    await argo.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'first-day-costs' } });
    await argo.apply(applicationSet(sandbox));
    await settled(argo, `${set}-`, commit, 2 + Object.keys(files).length);
    await use(argo, sandbox);
  });
}

function writeTenant({ path, write }: Sandbox, name: string, group: string): void {
  const sample = readFileSync(path('tenants/acme/tenant.yaml'), 'utf8');
  write(`tenants/${name}/tenant.yaml`, sample.replaceAll('acme', name).replace(`${name}-owners`, group));
}

/** Renders the repository, and commits the output to the branch `rendered`, as the workflow does. */
function commitRender({ git, leasehold }: Sandbox): string {
  assert.is(leasehold('render', '--out', '.rendered').code, 0);
  git('--work-tree=.rendered', 'add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message=rendered');
  return git('rev-parse', 'HEAD').trim();
}

/** The ApplicationSet of argocd/, whose Applications have other names than those of other tests. */
function applicationSet({ path }: Sandbox): KubeObject {
  const text = readFileSync(path('argocd/tenants.yaml'), 'utf8').replace("'tenant-{{", `'${set}-{{`);
  const [object] = readManifests(text);
  if (!object) throw new Error('argocd/tenants.yaml has no object');
  return { ...object, metadata: { ...object.metadata, name: set } };
}

/** Argo CD cannot compare an object whose list has a duplicate entry. */
async function setFinalizers({ plane }: ArgoCd, finalizers: readonly string[]): Promise<void> {
  const patch = { body: { metadata: { finalizers } }, contentType: 'application/merge-patch+json' };
  assert.is((await plane.api.request('PATCH', owners('acme-dev'), patch)).status, 200);
}
