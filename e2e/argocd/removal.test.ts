import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { type KubeObject, nameOf, readManifests } from '../manifests.ts';
import { isSettled } from './application.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { observe, onlyLeft } from './observe.ts';
import { podIn } from './pod.ts';
import { makeRepository } from './repository.ts';

type Files = Readonly<Record<string, string>>;

const quota = `apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: keep-small }
spec: { resourcequota: { hard: { pods: "10" } } }
`;
const mtoTenant = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: keep }
spec:
  quota: keep-small
  accessControl: { owners: { users: [ann@example.com] } }
  namespaces: { withTenantPrefix: [dev] }
`;
const shared = { 'tenants/platform.yaml': platform, 'tenants/quota.yaml': quota };
const pruned = { 'tenants/gone.yaml': kleffTenant('gone') };
const kept = { 'tenants/keep.yaml': mtoTenant };
/** Without it, the Application would have no objects left. */
const other = (name: string) => ({ [`tenants/${name}.yaml`]: kleffTenant(name) });

function objectsOf(files: Files): readonly KubeObject[] {
  const { objects, problems } = render(Object.entries({ ...shared, ...files }).map(([path, text]) => ({ path, text })));
  assert.equal(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  return objects.flatMap(({ text }) => readManifests(text));
}

const isolates = ['NetworkPolicy', 'ResourceQuota', 'LimitRange', 'Namespace'];

/** A pod that does not terminate before its finalizer is removed. */
async function startPod({ apply, cluster }: ArgoCd, namespace: string): Promise<void> {
  const pod = podIn(namespace);
  await apply({ ...pod, metadata: { ...pod.metadata, finalizers: ['example.com/hold'] } });
  await eventually(
    `the pod in ${namespace} runs`,
    async () => (await phaseOf(cluster, pod)) === 'Running' || undefined,
  );
}

async function phaseOf(cluster: ArgoCd['cluster'], pod: KubeObject): Promise<unknown> {
  return ((await cluster.get(pod)).body as { readonly status?: { readonly phase?: string } }).status?.phase;
}

async function endPod({ plane }: ArgoCd, namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/pods/app`;
  const body = { metadata: { finalizers: null } };
  await plane.api.request('PATCH', path, { body, contentType: 'application/merge-patch+json' });
}

suite('in a real Argo CD, the isolation of a removed tenant', (test) => {
  test('remains until its pods are gone, if the namespace is deleted; then nothing is left', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const first = repository.commit({ ...shared, ...pruned, ...other('stays') });
    const application = await argo.create({ name: 'removal', repository });
    await application.settled(first, 120);
    await startPod(argo, 'live-gone');
    const objects = objectsOf(pruned);
    const isolation = objects
      .filter(({ kind }) => isolates.includes(kind))
      .map(nameOf)
      .sort();
    const commit = repository.commit({ 'tenants/gone.yaml': null });
    await application.refresh();
    await application.until('waits for the confirmation', ({ operationState }) =>
      /pruning confirmation of \/Namespace\/live-gone/.test(operationState?.message ?? ''),
    );
    await application.annotate({ 'argocd.argoproj.io/deletion-approved': new Date().toISOString() });
    await eventually('the namespace is being deleted', async () => {
      const { body } = await argo.plane.api.request('GET', '/api/v1/namespaces/live-gone');
      return (body as { status?: { phase?: string } }).status?.phase === 'Terminating' || undefined;
    });
    for (let seconds = 0; seconds < 10; seconds++) {
      const left = [...(await observe(argo.cluster, objects)).keys()].sort();
      assert.equal(left, isolation, `after ${seconds} seconds`);
      await sleep(1000);
    }
    await endPod(argo, 'live-gone');
    await onlyLeft(argo.cluster, objects, []);
    await application.until('is done', (one) => isSettled(one, commit));
  });

  test('remains if the namespace is kept, and is deleted when a person deletes the namespace', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const first = repository.commit({ ...shared, ...kept, ...other('stays-too') });
    const application = await argo.create({ name: 'removal-kept', repository });
    await application.settled(first, 120);
    await startPod(argo, 'keep-dev');
    const objects = objectsOf(kept).filter(
      ({ metadata }) => metadata.namespace === 'keep-dev' || metadata.name === 'keep-dev',
    );
    const labels = async () => [
      ...(
        await observe(
          argo.cluster,
          objects.filter(({ kind }) => kind === 'Namespace'),
        )
      ).values(),
    ];
    const before = await labels();
    const commit = repository.commit({ 'tenants/keep.yaml': null });
    await application.refresh();
    await application.until(
      'has synced',
      ({ operationState, sync }) => operationState?.phase === 'Succeeded' && sync?.revision === commit,
    );
    await onlyLeft(argo.cluster, objects, isolates);
    assert.equal(await labels(), before);
    await argo.plane.api.request('DELETE', '/api/v1/namespaces/keep-dev');
    await sleep(5000);
    await onlyLeft(argo.cluster, objects, isolates);
    await endPod(argo, 'keep-dev');
    await onlyLeft(argo.cluster, objects, []);
    await application.refresh();
    await application.until('is Synced again', (one) => isSettled(one, commit));
  });
});
