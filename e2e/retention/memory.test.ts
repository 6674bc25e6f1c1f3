import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { maxOfNamespace } from '../../sidecar/work/limited-store.ts';
import { suite } from '../../test/harness.ts';
import { makeCredentials } from '../credentials.ts';
import { eventually } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { peakMemory, ready, startProgram } from './sidecar.ts';

const [tenants, each] = [1000, 10];
const count = tenants * each;
/** The number of claims with large finalizers and large names of volumes. */
const large = 100;
/** KiB: the limit in deployment.yaml. */
const limit = 128 * 1024;
/** StatefulSets and Deployments without replicas, which need no quota, in the namespaces of one tenant. */
const [namespacesOfMember, idle] = [20, 60_000];

suite('the memory of the sidecar', (test) => {
  for (const [title, more] of [
    ['', []],
    [' and the status of each tenant', ['--status=/apis/tetrapus.io/v1alpha1/orgs']],
  ] as const)
    test(`is at most 128 MiB with ${tenants} tenants and ${count} claims and volumes${title}, and with large objects of a tenant, listed four times`, () =>
      fits(more, collections));

  test(`is at most 128 MiB with ${idle} StatefulSets and ${idle} Deployments of a tenant, which need no quota`, () =>
    fits(['--status=/apis/tetrapus.io/v1alpha1/orgs'], {
      ...collections,
      statefulsets: { total: idle, make: idleAt },
      deployments: { total: tenants + idle, make: (index) => (index < tenants ? deploymentAt : idleAt)(index) },
    }));
});

async function fits(more: readonly string[], objects: Collections): Promise<void> {
  const { server, ca, port, relist, writes } = await startLargeCluster(objects);
  const sidecar = await startProgram({ port, ca, token: 'token', more });
  try {
    await ready(sidecar);
    for (let round = 1; round < 4; round++) {
      await eventually('every claim is kept', async () => isComplete(await sidecar.page('metrics').catch(() => '')));
      relist();
    }
    await eventually('every claim is kept', async () => isComplete(await sidecar.page('metrics')));
    await ready(sidecar);
    const peak = peakMemory(sidecar.pid);
    console.log(`peak memory ${Math.round(peak / 1024)} MiB`);
    assert.equal(writes, []);
    assert.ok(peak <= limit, `${peak} KiB`);
  } finally {
    await sidecar.stop();
    server.close();
    server.closeAllConnections();
  }
}

function isComplete(metrics: string): true | undefined {
  return metrics.includes(`leasehold_claims{state="kept"} ${count}\n`) || undefined;
}

/** An API server that only lists objects, which are as large as real ones. Watches send nothing until all of them expire. */
async function startLargeCluster(objects: Collections) {
  const { key, certificate } = makeCredentials(temporaryFolder('leasehold-large-'));
  const ca = readFileSync(certificate, 'utf8');
  const watches = new Set<ServerResponse>();
  const writes: string[] = [];
  const server: Server = createServer({ key: readFileSync(resolve(key)), cert: ca }, (request, response) => {
    const url = new URL(request.url ?? '', 'https://cluster');
    if (request.method !== 'GET') writes.push(`${request.method} ${url.pathname}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (url.searchParams.has('watch')) {
      response.flushHeaders();
      watches.add(response);
    } else response.end(JSON.stringify(page(url, objects)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { readonly port: number };
  const relist = () => {
    for (const watch of watches) watch.end('{"type":"ERROR","object":{"code":410,"message":"too old"}}\n');
    watches.clear();
  };
  return { server, ca, port, relist, writes };
}

interface Collection {
  readonly total: number;
  readonly make: (index: number) => object;
}

type Collections = Readonly<Record<string, Collection>>;

const collections: Collections = {
  namespaces: { total: tenants, make: namespaceAt },
  persistentvolumeclaims: {
    total: count + large,
    make: (index) => (index < count ? claimAt(index) : largeClaimAt(index)),
  },
  persistentvolumes: { total: count, make: volumeAt },
  orgs: { total: tenants, make: orgAt },
  deployments: { total: tenants, make: deploymentAt },
  statefulsets: { total: 200, make: largeStatefulSetAt },
};

function page(url: URL, objects: Collections): object {
  const resource = url.pathname.split('/').at(-1) ?? '';
  const { total = 0, make = () => ({}) } = objects[resource] ?? {};
  const from = Number(url.searchParams.get('continue') ?? 0);
  const to = Math.min(total, from + Number(url.searchParams.get('limit')));
  const items = Array.from({ length: to - from }, (_, index) => make(from + index));
  return { kind: 'List', metadata: { resourceVersion: '1', ...(to < total ? { continue: String(to) } : {}) }, items };
}

function metadata(name: string, labels: object, annotations: object): object {
  const fields = { 'f:metadata': { 'f:annotations': { padding: 'x'.repeat(1500) } } };
  return {
    name,
    uid: `00000000-0000-0000-0000-${name.padStart(12, '0')}`,
    resourceVersion: '1234567',
    labels,
    annotations,
    managedFields: [{ manager: 'argocd-controller', operation: 'Apply', fieldsV1: fields }],
  };
}

function namespaceAt(index: number): object {
  return { metadata: metadata(`tenant-${index}`, { 'leasehold.dev/tenant': `tenant-${index}` }, {}) };
}

function nameAt(index: number): string {
  return `tenant-${Math.floor(index / each)}`;
}

function claimAt(index: number): object {
  const own = metadata(`data-${index}`, {}, { 'leasehold.dev/volumes': 'retain' });
  return {
    metadata: {
      ...own,
      namespace: nameAt(index),
      finalizers: ['kubernetes.io/pvc-protection', 'leasehold.dev/volume'],
    },
    spec: { volumeName: `pv-${index}`, accessModes: ['ReadWriteOnce'] },
    status: { phase: 'Bound' },
  };
}

function volumeAt(index: number): object {
  const [namespace, name] = [nameAt(index), `data-${index}`];
  const annotations = { 'leasehold.dev/claim': `${namespace}/${name}`, 'leasehold.dev/reclaim-policy': 'Delete' };
  const { uid } = metadata(name, {}, {}) as { readonly uid: string };
  return {
    metadata: metadata(`pv-${index}`, { 'leasehold.dev/tenant': namespace }, annotations),
    spec: { persistentVolumeReclaimPolicy: 'Retain', claimRef: { namespace, name, uid } },
    status: { phase: 'Bound' },
  };
}

/** Any member of a tenant can write finalizers and the name of a volume, which the API server does not limit. */
function largeClaimAt(index: number): object {
  const finalizers = Array.from({ length: 5000 }, (_, at) => `example.com/${String(at).padStart(60, 'x')}`);
  return {
    metadata: { ...metadata(`large-${index}`, {}, {}), namespace: 'tenant-0', finalizers },
    spec: { volumeName: 'x'.repeat(500_000) },
    status: { phase: 'Pending' },
  };
}

/** The annotations have almost the largest size that Kubernetes allows, and any member of a tenant can write them. */
function largeStatefulSetAt(index: number): object {
  return { metadata: metadata(`large-${index}`, {}, { 'example.com/padding': 'x'.repeat(250_000) }), spec: {} };
}

/** A StatefulSet or Deployment with long names. The sidecar keeps those of all namespaces but one. */
function idleAt(index: number): object {
  const at = Math.min(namespacesOfMember - 1, Math.floor(index / maxOfNamespace));
  const labels = { 'leasehold.dev/tenant': 't'.repeat(63) };
  const own = metadata(`${index}-`.padEnd(250, 'x'), labels, { 'leasehold.dev/volumes': 'retain' });
  const templates = Array.from({ length: 8 }, (_, number) => ({ metadata: { name: `${number}`.padEnd(60, 'x') } }));
  const spec = { replicas: 0, volumeClaimTemplates: templates };
  return { metadata: { ...own, namespace: `tenant-${at}`.padEnd(63, 'x'), managedFields: [] }, spec };
}

/** An Org whose status is already correct. */
function orgAt(index: number): object {
  const namespace = `tenant-${index}`;
  const instructions = { phase: true, workloads: [`Deployment/${namespace}/org`] };
  const annotations = { 'leasehold.dev/status': JSON.stringify(instructions) };
  const own = metadata('org', { 'leasehold.dev/tenant': namespace }, annotations);
  const status = { phase: 'Running', observedGeneration: 1 };
  return { metadata: { ...own, namespace, generation: 1 }, spec: { slug: namespace }, status };
}

function deploymentAt(index: number): object {
  const status = { observedGeneration: 1, updatedReplicas: 1, availableReplicas: 1 };
  const spec = { replicas: 1, template: { spec: { padding: 'x'.repeat(2000) } } };
  return { metadata: { ...metadata('org', {}, {}), namespace: `tenant-${index}`, generation: 1 }, spec, status };
}
