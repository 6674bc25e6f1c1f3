import * as assert from 'uvu/assert';
import { listAt, mappingAt, textAt } from '../data/tree.ts';
import { suite } from '../test/harness.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, sharedControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import { guideShell, renderResources } from './guide-shell.ts';
import { guideSteps } from './guide-steps.ts';
import type { KubeObject } from './manifests.ts';

const namespace = 'change-over';

suite('the guide for a change from an operator', (test) => {
  test('keeps the objects of the operators and removes the references to their resources', async () => {
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
    const created = renderResources(objects.filter(({ spec }) => spec !== undefined && !isWorkload(spec)));
    assert.equal(complaints(await cluster.apply(created, { fieldManager: 'operator' })), []);
    await walk(plane);
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

/** Runs each step of the page, its rollback and the step again: pods, volumes and objects remain. */
async function walk(plane: ControlPlane): Promise<void> {
  const before = await eventually('the pods of the operators', () => identities(plane));
  const run = guideShell(plane, { OPERATOR_NAMESPACE: namespace, KRYTON: 'a', NAMESPACE: namespace });
  for (const { commands, wayBack } of guideSteps('docs/change-over.md')) {
    for (const command of [commands, wayBack, commands]) {
      await run(command);
      const found = await Promise.all(kept.map((path) => plane.api.request('GET', path)));
      assert.ok(
        found.every(({ status }) => status === 200),
        command,
      );
      assert.is(await identities(plane), before, command);
    }
  }
}

/**
 * The uids of the pods and volumes of the three operators, which change if one is created again. Undefined until all
 * exist.
 */
async function identities({ api }: ControlPlane): Promise<string | undefined> {
  const found: string[] = [];
  for (const kind of ['pods', 'persistentvolumeclaims'])
    for (const item of listAt((await api.request('GET', `/api/v1/namespaces/${namespace}/${kind}`)).body, 'items')) {
      const metadata = mappingAt(item, 'metadata');
      // Removes the operator itself.
      if (!textAt(metadata, 'name').startsWith('operator-'))
        found.push(`${textAt(metadata, 'name')} ${textAt(metadata, 'uid')} ${textAt(metadata, 'deletionTimestamp')}`);
    }
  const isComplete = ['a-', 'a-postgresql-0', 'org-a-', 'a-data', 'org-a-data'].every((name) =>
    found.some((one) => one.startsWith(name)),
  );
  return isComplete ? found.sort().join('\n') : undefined;
}

function isWorkload(spec: unknown): boolean {
  return Object.keys(mappingAt(spec, 'template')).length > 0;
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
    spec: { plan: 'basic', userId: 'user-of-kleff', username: 'a' },
  },
  {
    apiVersion: 'kryton.azrtydxb.io/v1alpha1',
    kind: 'Kryton',
    metadata,
    spec: {
      version: '4.5.0',
      values: { existingSecret: 'a-env', postgresql: { auth: { existingSecret: 'a-db' } } },
    },
  },
  {
    apiVersion: 'tetrapus.io/v1alpha1',
    kind: 'Org',
    metadata,
    spec: { slug: 'a', region_code: 'us-east-1', plan_tier: 'enterprise', data_plane_image: 'tetrapus/server:1.0.0' },
  },
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
