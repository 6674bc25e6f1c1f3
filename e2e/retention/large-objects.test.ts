import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import type { ControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { builtTool } from '../tools/paths.ts';
import { installation, peakMemory, type RunningSidecar, ready, startSidecar } from './sidecar.ts';
import { apply } from './tenants.ts';
import { sharedWorld } from './world.ts';

/** KiB: the limit in deployment.yaml. */
const limit = 128 * 1024;

const number = Number(process.env['LARGE'] ?? 3);

/** The largest objects that the API server accepts: a text that it writes with six times as many characters, and many values. */
const large: Readonly<Record<string, object>> = {
  text: { containers: [{ name: 'a', image: 'a', env: [{ name: 'A', value: '<'.repeat(1_450_000) }] }] },
  ...Object.fromEntries(Array.from({ length: number }, (_, index) => [`values-${index}`, manyTerms()])),
};

function manyTerms(): object {
  const preferredDuringSchedulingIgnoredDuringExecution = Array.from({ length: 240_000 }, () => ({ weight: 1 }));
  const affinity = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution } };
  return { containers: [{ name: 'a', image: 'a' }], affinity };
}

suite('objects of a member of a tenant that are as large as the API server accepts', (test) => {
  test('do not end the sidecar, and do not prevent it from retaining volumes of other tenants', async () => {
    const { plane, cluster } = await sharedWorld();
    await apply(cluster, ...installation('sidecar-status').filter(({ kind }) => kind !== 'Deployment'));
    for (const tenant of ['evil', 'acme']) {
      plane.kubectl(['create', 'namespace', `large-${tenant}`]);
      plane.kubectl(['label', 'namespace', `large-${tenant}`, `leasehold.dev/tenant=${tenant}`]);
    }
    plane.kubectl(['create', 'rolebinding', 'edit', '-n', 'large-evil', '--clusterrole=edit', '--user=member@e2e']);
    const more = ['--status=/apis/tetrapus.io/v1alpha1/orgs'];
    try {
      const followed = await startSidecar(plane, { more });
      await ready(followed);
      for (const [name, spec] of Object.entries(large))
        for (const kind of ['statefulset', 'deployment']) createAsMember(plane, kind, name, spec);
      await retains(plane, followed, 'watched');
      const restarted = await startSidecar(plane, { more });
      await ready(restarted);
      await retains(plane, restarted, 'listed');
    } finally {
      plane.kubectl(['delete', 'statefulsets,deployments', '--all', '-n', 'large-evil']);
    }
  });
});

async function retains(plane: ControlPlane, sidecar: RunningSidecar, name: string): Promise<void> {
  const annotations = { 'leasehold.dev/volumes': 'retain' };
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const metadata = { name, namespace: 'large-acme', annotations };
  const claim = JSON.stringify({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec });
  assert.is(plane.kubectl(['create', '-f', '-'], claim).status, 0);
  await eventually('the claim has the finalizer', async () => {
    const found = plane.kubectl(['get', 'pvc', name, '-n', 'large-acme', '-o', 'jsonpath={.metadata.finalizers}']);
    return found.stdout.includes('leasehold.dev/volume') || undefined;
  });
  await ready(sidecar);
  const peak = peakMemory(sidecar.pid);
  console.log(`peak memory, ${name}: ${peak} KiB`);
  await sidecar.stop();
  assert.ok(peak <= limit, `${peak} KiB`);
}

function createAsMember(plane: ControlPlane, kind: string, name: string, podSpec: object): void {
  const file = resolve(temporaryFolder('leasehold-large-'), 'object.json');
  const labels = { a: 'b' };
  const spec = {
    ...{ replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
    ...(kind === 'statefulset' ? { serviceName: name } : {}),
  };
  const object = { apiVersion: 'apps/v1', kind: kind === 'statefulset' ? 'StatefulSet' : 'Deployment' };
  writeFileSync(file, JSON.stringify({ ...object, metadata: { name, namespace: 'large-evil' }, spec }));
  const path = `/apis/apps/v1/namespaces/large-evil/${kind}s`;
  const args = ['--kubeconfig', plane.memberKubeconfig, 'create', '--raw', path, '-f', file];
  const created = spawnSync(builtTool('kubectl'), args, { encoding: 'utf8', maxBuffer: 100_000_000 });
  assert.is(created.status, 0, created.stderr);
}
