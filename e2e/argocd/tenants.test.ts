import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import { type KubeObject, nameOf, readManifests } from '../manifests.ts';
import { type Application, type ApplicationStatus, isSettled } from './application.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { kleffTenant, org, platform } from './fixtures.ts';
import { changes, observe, onlyLeft } from './observe.ts';
import { report } from './report.ts';
import { makeRepository, type Repository } from './repository.ts';

type Files = Readonly<Record<string, string>>;

const first = {
  'tenants/platform.yaml': platform,
  'tenants/acme.yaml': kleffTenant('acme'),
  'tenants/globex.yaml': kleffTenant('globex'),
  'tenants/initech.yaml': org('initech'),
};

/** The objects that the core renders, to look up in the cluster. */
function objectsOf(files: Files): readonly KubeObject[] {
  const { objects } = render(Object.entries(files).map(([path, text]) => ({ path, text })));
  return objects.flatMap(({ text }) => readManifests(text));
}

interface Setup {
  readonly argo: ArgoCd;
  readonly repository: Repository;
  readonly application: Application;
}

let setup: Promise<Setup> | undefined;

/** The Application that all tests of this file change, one after another. */
function sharedSetup(): Promise<Setup> {
  setup ??= (async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    repository.commit(first);
    await argo.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'registry' } });
    return { argo, repository, application: await argo.create({ name: 'tenants', repository }) };
  })();
  return setup;
}

/** Commits, and waits until the commit is synced. */
async function push({ repository, application }: Setup, files: Readonly<Record<string, string | null>>): Promise<void> {
  const commit = repository.commit(files);
  await application.refresh();
  await application.settled(commit, 120);
}

function isWaiting({ operationState }: ApplicationStatus): boolean {
  const message = operationState?.message ?? '';
  return operationState?.phase === 'Running' && message.includes('pruning confirmation of /Namespace/live-acme');
}

suite('in a real Argo CD, a tenant', (test) => {
  test('becomes Synced and Healthy after it is added, and so do a workload and a volume of another tenant', async () => {
    const now = await sharedSetup();
    await push(now, {});
    const start = performance.now();
    await push(now, { 'tenants/hooli.yaml': kleffTenant('hooli') });
    report('one tenant added, Synced and Healthy', start);
    const objects = objectsOf(first);
    assert.equal([...(await observe(now.argo.cluster, objects)).keys()].sort(), objects.map(nameOf).sort());
  });

  test('gets a different quota, limits and label after a change of its plan, and nothing else changes', async () => {
    const now = await sharedSetup();
    const objects = objectsOf(first);
    const before = await observe(now.argo.cluster, objects);
    await push(now, { 'tenants/acme.yaml': kleffTenant('acme', { plan: 'pro' }) });
    const after = await observe(now.argo.cluster, objects);
    assert.equal(changes(before, after), [
      'v1 LimitRange live-acme/kleff-plan-limits',
      'v1 Namespace live-acme',
      'v1 ResourceQuota live-acme/kleff-plan-quota',
    ]);
    assert.match(after.get('v1 Namespace live-acme')?.content ?? '', '"kleff.io/tenant-plan":"pro"');
  });

  test('keeps all its objects if its file is invalid, and so do the other tenants; the Application reports the fix', async () => {
    const now = await sharedSetup();
    const { argo, repository, application } = now;
    const before = await observe(argo.cluster, objectsOf(first));
    const broken = repository.commit({
      'tenants/acme.yaml': kleffTenant('acme', { plan: 'baisc' }),
      'tenants/globex.yaml': null,
    });
    await application.refresh();
    const { conditions = [] } = await application.until('shows our message', (one) =>
      JSON.stringify(one.conditions ?? []).includes('did you mean basic?'),
    );
    assert.match(conditions[0]?.message ?? '', 'tenants/acme.yaml:4: spec.plan: did you mean basic?');
    const { operationState } = await application.status();
    assert.is.not(operationState?.syncResult?.revision, broken);
    assert.equal(changes(before, await observe(argo.cluster, objectsOf(first))), []);
    await push(now, {
      'tenants/acme.yaml': first['tenants/acme.yaml'],
      'tenants/globex.yaml': first['tenants/globex.yaml'],
    });
  });

  test('keeps its objects after it is renamed', async () => {
    const now = await sharedSetup();
    const objects = objectsOf(first);
    const before = await observe(now.argo.cluster, objects);
    await push(now, {
      'tenants/acme.yaml': kleffTenant('acme-inc', { id: 'acme' }),
      'tenants/initech.yaml': org('initrode', 'initech'),
    });
    const after = await observe(now.argo.cluster, objects);
    const uids = (seen: typeof before) => [...seen].map(([name, { uid }]) => `${name} ${uid}`);
    assert.equal(uids(after), uids(before));
    assert.match(after.get('v1 Namespace live-acme')?.content ?? '', '"leasehold.dev/tenant":"acme-inc"');
    await push(now, {
      'tenants/acme.yaml': first['tenants/acme.yaml'],
      'tenants/initech.yaml': first['tenants/initech.yaml'],
    });
  });

  test('keeps all its objects if it is removed by mistake and restored, once the waiting sync is terminated', async () => {
    const now = await sharedSetup();
    const { argo, repository, application } = now;
    const before = await observe(argo.cluster, objectsOf(first));
    repository.commit({ 'tenants/acme.yaml': null });
    await application.refresh();
    await application.until('waits for the confirmation', isWaiting);
    const commit = repository.commit({ 'tenants/acme.yaml': first['tenants/acme.yaml'] });
    await application.terminate();
    await application.refresh();
    await application.settled(commit, 120);
    assert.equal(changes(before, await observe(argo.cluster, objectsOf(first))), []);
  });

  test('remains complete after its removal until a person confirms; then only the retained volume is left', async () => {
    const { argo, repository, application } = await sharedSetup();
    const gone = objectsOf({
      'platform.yaml': platform,
      'a.yaml': first['tenants/acme.yaml'],
      'i.yaml': first['tenants/initech.yaml'],
    });
    const before = await observe(argo.cluster, gone);
    const commit = repository.commit({ 'tenants/acme.yaml': null, 'tenants/initech.yaml': null });
    await application.refresh();
    await application.until('waits for the confirmation', isWaiting);
    assert.equal(changes(before, await observe(argo.cluster, gone)), []);
    await application.annotate({ 'argocd.argoproj.io/deletion-approved': new Date().toISOString() });
    await onlyLeft(argo.cluster, gone, ['PersistentVolumeClaim']);
    const kept = await application.until(
      'is done',
      (one) => isSettled(one, commit) || one.operationState?.phase === 'Succeeded',
    );
    assert.is(kept.operationState?.phase, 'Succeeded');
    assert.ok(
      (await observe(argo.cluster, objectsOf({ 'p.yaml': platform, 'g.yaml': first['tenants/globex.yaml'] }))).size >=
        6,
    );
  });
});
