import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { applicationIn } from './application.ts';
import type { ArgoCd } from './argocd.ts';
import { namespace, ownCluster } from './installation.ts';
import { account, createAsMember, group, installMembers, removePolicies, synced } from './member-applications.ts';
import { makeRepository } from './repository.ts';

const repository = makeRepository();
let installed: Promise<ArgoCd> | undefined;

async function install(): Promise<ArgoCd> {
  const argo = await installMembers(repository.url);
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'first', namespace: 'mallory-dev' } };
  repository.commit({ 'map.yaml': JSON.stringify(map) });
  return argo;
}

function installation(): Promise<ArgoCd> {
  installed ??= install();
  return installed;
}

/** An Application of the platform, like those of workloads, with the object that `mallory-first` applies. */
async function createPlatforms(argo: ArgoCd, name: string, ...options: readonly string[]): Promise<void> {
  await argo.apply({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace },
    spec: {
      project: 'leasehold',
      source: { repoURL: repository.url, path: '.', targetRevision: 'main' },
      destination: { server: ownCluster, namespace: 'mallory-dev' },
      syncPolicy: { automated: {}, retry: { limit: 0 }, syncOptions: ['ServerSideApply=true', ...options] },
    },
  });
}

suite('an Application of members that creates an object first', (test) => {
  test('can stop another one that renders the object later, unless that one lacks FailOnSharedResource', async () => {
    const argo = await installation();
    assert.is(await createAsMember(argo, { repository: repository.url, name: 'mallory-first', path: '.' }), 200);
    assert.match(await synced(argo, 'mallory-first'), /^successfully synced/);
    await createPlatforms(argo, 'all-mallory', 'FailOnSharedResource=true');
    const stopped = applicationIn(argo.plane.api, 'all-mallory');
    const { operationState } = await stopped.until('fails', (one) => one.operationState?.phase === 'Failed');
    assert.match(operationState?.message ?? '', 'Shared resource found');
    await stopped.remove();
    await createPlatforms(argo, 'workloads-mallory');
    assert.match(await synced(argo, 'workloads-mallory'), /^successfully synced/);
  });

  test('cannot take the object back, and a member cannot remove the name of the Application', async () => {
    const argo = await installation();
    const path = '/api/v1/namespaces/mallory-dev/configmaps/first';
    const contentType = 'application/merge-patch+json';
    const key = 'argocd.argoproj.io/tracking-id';
    const annotated = async (user: string, id: string | null) => {
      const body = { metadata: { annotations: { [key]: id } } };
      return argo.plane.api.as(user, group, 'system:authenticated').request('PATCH', path, { body, contentType });
    };
    const requests = [
      ['kim', null],
      ['kim', ''],
      [account, 'mallory-first:/ConfigMap:mallory-dev/first'],
    ] as const;
    for (const [user, id] of requests) {
      const { status, body } = await annotated(user, id);
      assert.is(status, 403, user);
      assert.match(String(body['message']), 'tracking: an annotation that only Argo CD changes');
    }
    const { body } = await argo.plane.api.request('GET', path);
    const { annotations } = body['metadata'] as { readonly annotations: Readonly<Record<string, string>> };
    assert.is(annotations[key], 'workloads-mallory:/ConfigMap:mallory-dev/first');
    await applicationIn(argo.plane.api, 'workloads-mallory').remove();
  });

  test('the policies are removed', async () => removePolicies(await installation()));
});
