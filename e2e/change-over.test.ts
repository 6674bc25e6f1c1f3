import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { listAt } from '../data/tree.ts';
import { suite } from '../test/harness.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, sharedControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import { guideSteps } from './guide-steps.ts';
import type { KubeObject } from './manifests.ts';
import { builtTool } from './tools/paths.ts';

const namespace = 'change-over';

suite('the guide to a change from an operator', (test) => {
  test('keeps the objects of the operators and removes what ties them to their resources', async () => {
    const plane = await sharedControlPlane();
    const { api } = plane;
    assert.equal(complaints(await clusterOf(api).apply(crds)), []);
    await eventually('the kinds are served', async () => {
      const paths = ['kleff.kleff.io/v1', 'kryton.azrtydxb.io/v1alpha1', 'tetrapus.io/v1alpha1'];
      const found = await Promise.all(paths.map((path) => api.request('GET', `/apis/${path}`)));
      return found.every(({ status }) => status === 200) || undefined;
    });
    const cluster = clusterOf(api);
    assert.equal(complaints(await cluster.apply(objects)), []);
    const owner = await uidOf(plane, 'kryton.azrtydxb.io/v1alpha1', 'krytons');
    const org = await uidOf(plane, 'tetrapus.io/v1alpha1', 'orgs');
    const owned = [
      { ...cronJob, metadata: ownedBy('Kryton', 'kryton.azrtydxb.io/v1alpha1', owner) },
      { ...secret, metadata: { ...ownedBy('Org', 'tetrapus.io/v1alpha1', org), name: 'org-a' } },
    ];
    assert.equal(complaints(await cluster.apply(owned as readonly KubeObject[])), []);
    const folder = mkdtempSync(join(tmpdir(), 'leasehold-change-over-'));
    for (const { commands, wayBack } of guideSteps('docs/change-over.md')) {
      for (const command of [commands, wayBack, commands]) {
        runShell(plane, folder, command);
        const found = await Promise.all(kept.map((path) => api.request('GET', path)));
        assert.ok(
          found.every(({ status }) => status === 200),
          command,
        );
      }
    }
    await eventually('only the objects are left', async () => {
      const left = await Promise.all(kept.map((path) => api.request('GET', path)));
      const gone = await Promise.all(removed.map((path) => api.request('GET', path)));
      const isFree = left.every(
        ({ body, status }) => status === 200 && !listAt(body, 'metadata', 'ownerReferences')[0],
      );
      return (isFree && gone.every(({ status }) => status === 404)) || undefined;
    });
  });
});

function runShell({ kubeconfig }: ControlPlane, cwd: string, command: string): void {
  const folder = builtTool('kubectl').replace(/\/kubectl$/, '');
  const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', command], {
    encoding: 'utf8',
    cwd,
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      KUBECONFIG: kubeconfig,
      HOME: '/tmp',
      OPERATOR: 'operator',
      OPERATOR_NAMESPACE: namespace,
      KRYTON: 'a',
      NAMESPACE: namespace,
    },
  });
  assert.is(status, 0, stderr);
}

async function uidOf({ api }: ControlPlane, version: string, plural: string): Promise<string> {
  const { body } = await api.request('GET', `/apis/${version}/namespaces/${namespace}/${plural}/a`);
  return (body['metadata'] as { readonly uid: string }).uid;
}

function ownedBy(kind: string, apiVersion: string, uid: string): Readonly<Record<string, unknown>> {
  return { name: 'a', namespace, ownerReferences: [{ apiVersion, kind, name: 'a', uid, controller: true }] };
}

const definition = (group: string, kind: string, plural: string, version: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    names: { kind, plural },
    scope: 'Namespaced',
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});

const crds = [
  definition('kleff.kleff.io', 'Tenant', 'tenants', 'v1'),
  definition('kryton.azrtydxb.io', 'Kryton', 'krytons', 'v1alpha1'),
  definition('tetrapus.io', 'Org', 'orgs', 'v1alpha1'),
  definition('tetrapus.io', 'TenantPlane', 'tenantplanes', 'v1alpha1'),
  definition('tetrapus.io', 'KeyMaterial', 'keymaterials', 'v1alpha1'),
] as unknown as readonly KubeObject[];

const pod = { containers: [{ name: 'a', image: 'a' }] };
const labels = { app: 'a' };
const cronJob = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } } } },
};
const secret = { apiVersion: 'v1', kind: 'Secret' };
const metadata = { name: 'a', namespace };

const objects = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'user-of-kleff' } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'operator', namespace },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
  },
  {
    apiVersion: 'kleff.kleff.io/v1',
    kind: 'Tenant',
    metadata: { ...metadata, finalizers: ['kleff.io/namespace-finalizer'] },
    spec: { plan: 'free', userId: 'user-of-kleff', username: 'a' },
  },
  { apiVersion: 'kryton.azrtydxb.io/v1alpha1', kind: 'Kryton', metadata, spec: { version: '1' } },
  { apiVersion: 'tetrapus.io/v1alpha1', kind: 'Org', metadata, spec: {} },
  { ...secret, metadata: { name: 'sh.helm.release.v1.a.v1', namespace, labels: { owner: 'helm', name: 'a' } } },
] as unknown as readonly KubeObject[];

const inside = `namespaces/${namespace}`;
const kept = [
  `/apis/batch/v1/${inside}/cronjobs/a`,
  `/api/v1/${inside}/secrets/org-a`,
  '/api/v1/namespaces/user-of-kleff',
];
const removed = [
  `/apis/kleff.kleff.io/v1/${inside}/tenants/a`,
  `/apis/kryton.azrtydxb.io/v1alpha1/${inside}/krytons/a`,
  `/apis/tetrapus.io/v1alpha1/${inside}/orgs/a`,
  `/api/v1/${inside}/secrets/sh.helm.release.v1.a.v1`,
];
