import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { objectsOf } from '../test/case-files.ts';
import { suite } from '../test/harness.ts';
import { caseFiles } from '../test/kind-cases.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, sharedControlPlane } from './control-plane.ts';
import { installDefinitions } from './foreign-kinds.ts';
import type { KubeObject } from './manifests.ts';
import { runJob } from './rendered-job.ts';

/** The rules of the CustomResourceDefinition of external-snapshotter that rendered snapshots could violate. */
const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'volumesnapshots.snapshot.storage.k8s.io',
    annotations: {
      'api-approved.kubernetes.io': 'https://github.com/kubernetes-csi/external-snapshotter/pull/814',
    },
  },
  spec: {
    group: 'snapshot.storage.k8s.io',
    scope: 'Namespaced',
    names: { kind: 'VolumeSnapshot', plural: 'volumesnapshots', singular: 'volumesnapshot' },
    versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: schema() }],
  },
};

const namespace = 'kryton';
const own = { 'app.kubernetes.io/instance': 'kryton-sample', 'app.kubernetes.io/component': 'snapshot' };
const collection = `/apis/snapshot.storage.k8s.io/v1/namespaces/${namespace}/volumesnapshots`;

suite('snapshots of the job, with its account on a real API server', (test) => {
  test('are valid, and the job deletes expired snapshots', async () => {
    const plane = await prepared();
    await snapshot(plane, 'old', { days: 30, ready: true });
    await snapshot(plane, 'young', { days: 1, ready: true });
    assert.is(await take(plane), 0);
    const names = await snapshotsOf(plane);
    assert.equal(
      names.filter((name) => !/^kryton-sample-\d{14}$/.test(name)),
      ['young'],
    );
    assert.is(names.length, 2);
  });

  test('include the newest ready one even if newer ones never become ready', async () => {
    const plane = await prepared();
    await snapshot(plane, 'older', { days: 60, ready: true });
    await snapshot(plane, 'newest-ready', { days: 30, ready: true });
    await snapshot(plane, 'stuck', { days: 20, ready: false });
    assert.is(await take(plane), 0);
    assert.is(await take(plane), 0);
    const names = await snapshotsOf(plane);
    assert.ok(names.includes('newest-ready'), names.join());
    assert.not.ok(names.includes('older'));
  });

  test('are all kept if none is ready', async () => {
    const plane = await prepared();
    await snapshot(plane, 'first', { days: 60, ready: false });
    assert.is(await take(plane), 0);
    assert.ok((await snapshotsOf(plane)).includes('first'));
  });

  for (const verb of ['create', 'list', 'delete'] as const) {
    test(`are all kept if ${verb} is denied`, async () => {
      const plane = await prepared(verb);
      await snapshot(plane, 'older', { days: 60, ready: true });
      await snapshot(plane, 'newest-ready', { days: 30, ready: true });
      const status = await take(plane);
      assert.is(status === 0, verb !== 'create', String(status));
      assert.equal((await snapshotsOf(plane)).slice(-2), ['newest-ready', 'older']);
    });
  }

  test('of other owners are not changed', async () => {
    const plane = await prepared();
    await snapshot(plane, 'ready', { days: 1, ready: true });
    await snapshot(plane, 'by-hand', { days: 60, ready: true, labels: {} });
    await snapshot(plane, 'forged', { days: 1, ready: true, more: ' true\nby-hand 1 true\nz' });
    assert.is(await take(plane), 0);
    assert.ok((await snapshotsOf(plane)).includes('by-hand'));
  });
});

function schema(): object {
  const text = { type: 'string' };
  const source = {
    type: 'object',
    properties: { persistentVolumeClaimName: text, volumeSnapshotContentName: text },
    oneOf: [{ required: ['persistentVolumeClaimName'] }, { required: ['volumeSnapshotContentName'] }],
  };
  const spec = {
    type: 'object',
    required: ['source'],
    properties: { source, volumeSnapshotClassName: { ...text, minLength: 1 } },
  };
  const status = { type: 'object', properties: { readyToUse: { type: 'boolean' } } };
  return { openAPIV3Schema: { type: 'object', required: ['spec'], properties: { spec, status } } };
}

const rendered = [...objectsOf(caseFiles('kryton', 'renders the sample with backups and snapshots')).values()].filter(
  ({ metadata, kind }) => metadata.name === 'kryton-sample-snapshot' && kind !== 'CronJob',
) as unknown as readonly KubeObject[];
const job = objectsOf(caseFiles('kryton', 'renders the sample with backups and snapshots')).get(
  'CronJob.batch kryton/kryton-sample-snapshot',
) as unknown as KubeObject;

/** A namespace without snapshots, and the account of the job without the denied verb, if any. */
async function prepared(denied = ''): Promise<ControlPlane> {
  const plane = await sharedControlPlane();
  const cluster = clusterOf(plane.api);
  await installDefinitions(cluster, [definition]);
  const home: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  assert.equal(complaints(await cluster.apply([home, ...rendered.map((object) => without(object, denied))])), []);
  await plane.api.request('DELETE', collection);
  return plane;
}

function without(object: KubeObject, verb: string): KubeObject {
  const { rules = [] } = object as { readonly rules?: readonly { readonly verbs: readonly string[] }[] };
  if (object.kind !== 'Role') return object;
  return {
    ...object,
    rules: rules.map((rule) => ({ ...rule, verbs: rule.verbs.filter((one) => one !== verb) })),
  } as KubeObject;
}

interface Age {
  readonly days: number;
  readonly ready: boolean;
  readonly labels?: Readonly<Record<string, string>>;
  /** Text after the date. */
  readonly more?: string;
}

async function snapshot({ api }: ControlPlane, name: string, age: Age): Promise<void> {
  const { days, ready, labels = own, more = '' } = age;
  const annotations = { 'leasehold.dev/created-epoch': `${Math.floor(Date.now() / 1000) - days * 86_400}${more}` };
  const spec = { source: { persistentVolumeClaimName: 'kryton-sample-data' } };
  const head = { apiVersion: 'snapshot.storage.k8s.io/v1', kind: 'VolumeSnapshot' };
  const created = await api.request('POST', collection, {
    body: { ...head, metadata: { name, labels, annotations }, spec },
  });
  assert.is(created.status, 201, JSON.stringify(created.body));
  const status = await api.request('PUT', `${collection}/${name}/status`, {
    body: { ...created.body, status: { readyToUse: ready } },
  });
  assert.is(status.status, 200, JSON.stringify(status.body));
}

/** Runs the job in the next second, because the name of a snapshot contains the second. */
async function take(plane: ControlPlane): Promise<number> {
  await sleep(1100);
  return (await runJob(plane, { job, objects: rendered })).status;
}

/** Sorted by name, so that those of the job come before `newest-ready` and `older`. */
async function snapshotsOf({ api }: ControlPlane): Promise<readonly string[]> {
  const { body } = await api.request('GET', collection);
  const names = (body['items'] as readonly KubeObject[]).map(({ metadata }) => metadata.name);
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}
