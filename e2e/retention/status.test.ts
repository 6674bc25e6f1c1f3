import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import type { Api } from '../api.ts';
import { prepare } from '../apply-again.ts';
import { complaints } from '../cluster.ts';
import { eventually } from '../daemon.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { auditedWrites, type StatusWrite, statusWrites } from './audit.ts';
import type { RunningSidecar } from './sidecar.ts';
import { startStatusSidecar } from './status-sidecar.ts';
import { apply } from './tenants.ts';
import { sharedWorld } from './world.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec: { tenantResources: applied, cluster: { mesh: none }, retention: { namespaces: prune } }
`;
const orgFile = `apiVersion: tetrapus.io/v1alpha1
kind: Org
metadata: { name: shown, namespace: shown }
spec: { slug: shown, region_code: us-east-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0" }
`;
const krytonFile = (version: string) => `apiVersion: kryton.azrtydxb.io/v1alpha1
kind: Kryton
metadata: { name: notes, namespace: shown }
spec: { version: "${version}", values: { existingSecret: notes, postgresql: { enabled: false } } }
`;
const kleffFile = `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: { name: shown-user, namespace: shown }
spec: { plan: free, userId: shown-user, username: ada }
`;

const org = { path: '/apis/tetrapus.io/v1alpha1/namespaces/shown/orgs/shown' };
const kryton = { path: '/apis/kryton.azrtydxb.io/v1alpha1/namespaces/shown/krytons/notes' };
const tenant = { path: '/apis/kleff.kleff.io/v1/namespaces/shown/tenants/shown-user' };

let sidecar: RunningSidecar | undefined;

suite('the status of tenant resources in the cluster', (test) => {
  test('is Pending, then Running, which an event reports', async () => {
    const { cluster, api } = await started();
    const objects = rendered(orgFile);
    await apply(cluster, ...objects.filter(({ kind }) => kind === 'Org'));
    await statusIs(api, org, ({ phase }) => phase === 'Pending');
    await apply(cluster, ...objects);
    await statusIs(api, org, ({ phase, observedGeneration }) => phase === 'Running' && Number(observedGeneration) > 0);
    await eventually('the event is posted', async () => {
      const { body } = await api.request('GET', '/api/v1/namespaces/shown/events');
      return JSON.stringify(body).includes('"reason":"Running"') || undefined;
    });
  });

  test('counts the versions of a Kryton', async () => {
    const { cluster, api } = await started();
    await apply(cluster, ...rendered(krytonFile('4.5.0')));
    await statusIs(api, kryton, (status) => status['helmRevision'] === 1 && status['observedVersion'] === '4.5.0');
    await apply(cluster, ...rendered(krytonFile('4.6.0')));
    await statusIs(api, kryton, (status) => status['helmRevision'] === 2 && status['observedVersion'] === '4.6.0');
    await statusIs(api, kryton, (status) => conditionIn(status, 'Ready') === 'True');
  });

  test('reports what blocks the deletion of the namespace of a Kleff Tenant, and the Tenant is deleted once nothing blocks it', async () => {
    const { cluster, api } = await started();
    await apply(cluster, ...rendered(kleffFile));
    await statusIs(api, tenant, (status) => conditionIn(status, 'TenantReady') === 'True');
    const hold = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'hold', namespace: 'shown-user', finalizers: ['example.com/hold'] },
    } as KubeObject;
    await apply(cluster, hold);
    for (const path of [tenant.path, '/api/v1/namespaces/shown-user'])
      assert.is((await api.request('DELETE', path)).status, 200);
    await statusIs(api, tenant, (status) => JSON.stringify(status).includes('configmaps'));
    const body = { metadata: { finalizers: null } };
    const contentType = 'application/merge-patch+json';
    await api.request('PATCH', '/api/v1/namespaces/shown-user/configmaps/hold', { body, contentType });
    await eventually(
      'the Tenant is gone',
      async () => (await api.request('GET', tenant.path)).status === 404 || undefined,
    );
  });

  test('does not prevent the deletion of a Kleff Tenant whose namespace is kept', async () => {
    const { cluster, api } = await started();
    await apply(cluster, ...rendered(kleffFile));
    await statusIs(api, tenant, (status) => conditionIn(status, 'TenantReady') === 'True');
    assert.is((await api.request('DELETE', tenant.path)).status, 200);
    await eventually(
      'the Tenant is gone',
      async () => (await api.request('GET', tenant.path)).status === 404 || undefined,
      90,
    );
    assert.is((await api.request('GET', '/api/v1/namespaces/shown-user')).status, 200);
  });

  test('is written again after the definition of the kind was removed and restored', async () => {
    const { cluster, api, plane } = await started();
    const crd = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/orgs.tetrapus.io';
    assert.is((await api.request('DELETE', crd)).status, 200);
    await eventually('the kind is gone', async () => (await api.request('GET', crd)).status === 404 || undefined);
    await prepare(cluster, rendered(orgFile));
    await eventually('the kind is served', async () => {
      const applied = await cluster.apply(rendered(orgFile), { force: true });
      return complaints(applied).length === 0 || undefined;
    });
    await statusIs(api, org, ({ phase }) => phase === 'Running');
    assert.is(await sidecar?.page('readyz'), 'ok\n', plane.server);
  });

  test('needs exactly the listed writes, according to the audit log of the API server', async () => {
    const { plane } = await started();
    const writes = auditedWrites(plane.auditLog).filter((write) => statusWrites.includes(write as StatusWrite));
    assert.equal([...new Set(writes)].sort(), [...statusWrites].sort());
    assert.not(auditedWrites(plane.auditLog).includes('unexpected'));
    await sidecar?.stop();
  });
});

async function started(): ReturnType<typeof sharedWorld> {
  const world = await sharedWorld();
  if (sidecar) return world;
  sidecar = await startStatusSidecar(rendered(orgFile, krytonFile('4.5.0'), kleffFile));
  return world;
}

function rendered(...texts: readonly string[]): readonly KubeObject[] {
  const files = [platform, ...texts].map((text, index) => ({ path: `tenants/${index}.yaml`, text }));
  const { ok, objects, problems } = render(files);
  assert.ok(ok, JSON.stringify(problems));
  return objects.flatMap(({ text }) => readManifests(text));
}

type Status = Readonly<Record<string, unknown>>;

function statusIs(api: Api, { path }: { readonly path: string }, holds: (status: Status) => boolean): Promise<true> {
  return eventually(`the status of ${path}`, async () => {
    const { status, body } = await api.request('GET', path);
    return (status === 200 && holds((body['status'] ?? {}) as Status)) || undefined;
  });
}

function conditionIn(status: Status, type: string): unknown {
  const conditions = (status['conditions'] ?? []) as readonly Status[];
  return conditions.find((condition) => condition['type'] === type)?.['status'];
}
