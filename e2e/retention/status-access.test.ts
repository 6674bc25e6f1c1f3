import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { installation, installSidecar, ready, startSidecar } from './sidecar.ts';
import { tenantResources } from './tenant-resources.ts';

const installed = installation('sidecar-status');
const role = installed.find(
  ({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'leasehold-sidecar-status',
) as KubeObject & { readonly rules: readonly Record<'apiGroups' | 'resources' | 'verbs', readonly string[]>[] };
const rights = role.rules.flatMap(({ apiGroups: [group = ''], resources, verbs }) =>
  resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb }))),
);
const deployment = JSON.stringify(installed.find(({ kind }) => kind === 'Deployment'));
const more = [...deployment.matchAll(/"(--status=[^"]+)"/g)].map(([, option = '']) => option);

suite('the permissions for the status of tenant resources', (test) => {
  let plane: ControlPlane;
  let cluster: Cluster;

  test('consist of 18 pairs of a verb and a resource', async () => {
    assert.is(rights.length, 18);
    plane = await startControlPlane('api-only');
    cluster = clusterOf(plane.api);
    await installSidecar(plane);
    await prepare(cluster, tenantResources);
    const bindings = installed.filter(({ kind }) => kind === 'ClusterRoleBinding');
    assert.equal(complaints(await cluster.apply(bindings, { force: true })), []);
  });

  for (const right of rights)
    test(`include ${right.verb} ${right.resource}, and the sidecar names it if it is missing`, async () => {
      await grant(rights.filter((other) => other !== right));
      await recreate();
      const sidecar = await startSidecar(plane, { more });
      try {
        const missing = `cannot ${right.verb} resource "${right.resource}"`;
        await eventually(
          missing,
          async () => (await sidecar.page('readyz').catch(() => '')).includes(missing) || undefined,
        );
        assert.match(sidecar.log(), JSON.stringify(missing).slice(1, -1));
      } finally {
        await sidecar.stop();
      }
    });

  test('suffice to write the status of each kind of tenant resource', async () => {
    await grant(rights);
    await recreate();
    const sidecar = await startSidecar(plane, { more });
    try {
      await ready(sidecar);
      for (const path of tenantResources.map(pathOf))
        await eventually(`the status of ${path}`, async () => {
          const { body } = await plane.api.request('GET', path);
          return 'observedGeneration' in ((body['status'] ?? {}) as object) || undefined;
        });
      assert.is(await sidecar.page('readyz'), 'ok\n');
    } finally {
      await sidecar.stop();
    }
  });

  test('the API server stops', () => plane.stop());

  async function grant(granted: typeof rights): Promise<void> {
    const rules = granted.map(({ group, resource, verb }) => ({
      ...{ apiGroups: [group], resources: [resource], verbs: [verb] },
    }));
    assert.equal(complaints(await cluster.apply([{ ...role, rules } as KubeObject], { force: true })), []);
  }

  /** Recreates the resources without finalizers and status, so that the sidecar has something to write. */
  async function recreate(): Promise<void> {
    const contentType = 'application/merge-patch+json';
    for (const path of tenantResources.map(pathOf)) {
      await plane.api.request('PATCH', path, { body: { metadata: { finalizers: null } }, contentType });
      await plane.api.request('DELETE', path);
    }
    assert.equal(complaints(await cluster.apply(tenantResources, { force: true })), []);
  }
});

function pathOf({ apiVersion, kind, metadata }: KubeObject): string {
  return `/apis/${apiVersion}/namespaces/${metadata.namespace}/${kind.toLowerCase()}s/${metadata.name}`;
}
