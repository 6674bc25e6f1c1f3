import * as assert from 'uvu/assert';
import type { Answer, Failure } from '../../cluster/answer.ts';
import type { Client } from '../../cluster/client.ts';
import { listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { openLive } from '../../gateway/live/live.ts';
import { createApp } from '../../gateway/routes/app.ts';
import { openMetrics } from '../../gateway/routes/metrics.ts';
import { suite } from '../harness.ts';
import { jsonOf } from './fixture.ts';
import { fixture } from './hidden-tenant.ts';
import type { PersonName } from './people.ts';

const down: Failure = { ok: false, status: 0, message: 'no valid response from the API server: gone', retryAfter: 0 };

/** A cluster whose collections a test sets by path. Watches are silent. */
function clusterOf(objects: Readonly<Record<string, readonly Tree[]>>) {
  const [lists, watches] = [new Map<string, number>(), new Set<() => void>()];
  let isDown = false;
  const get = async (path: string): Promise<Answer> => {
    const [plain = ''] = path.split('?');
    lists.set(plain, (lists.get(plain) ?? 0) + 1);
    if (isDown) return down;
    return { ok: true, status: 200, body: { metadata: { resourceVersion: '1' }, items: objects[plain] ?? [] } };
  };
  const list: Client['list'] = async (path, onItem) => {
    const answer = await get(path);
    if (!answer.ok) return answer;
    for (const item of listAt(answer.body, 'items')) onItem(item);
    return { ok: true, version: '1', next: '' };
  };
  async function* values(signal: AbortSignal) {
    await new Promise<void>((end) => {
      watches.add(end);
      signal.addEventListener('abort', () => end());
    });
    yield* [];
  }
  const client: Client = {
    ...{ get, list, post: async () => down, patch: async () => down, clockOffset: () => 0, close: async () => {} },
    stream: async (_, signal) => (isDown ? down : { ok: true, values: values(signal) }),
  };
  const stop = () => {
    isDown = true;
    for (const end of watches) end();
  };
  return { client, lists, stop };
}

function workload(namespace: string, replicas: number, before?: string): Tree {
  const annotations = before === undefined ? {} : { 'leasehold.dev/replicas-before-sleep': before };
  const template = { spec: { containers: [{ name: 'web', image: 'web:1' }] } };
  const metadata = { name: 'web', namespace, annotations, managedFields: [{ manager: 'kubectl' }] };
  return { metadata, spec: { replicas, template }, status: { readyReplicas: replicas } };
}

function space(name: string, tenant: string): Tree {
  return { metadata: { name, labels: { 'stakater.com/tenant': tenant } }, status: { phase: 'Active' } };
}

const pod = {
  metadata: { name: 'web-1', namespace: 'pay-dev' },
  spec: { nodeName: 'n1', containers: [{ name: 'web', image: 'web:1', resources: { requests: { cpu: '500m' } } }] },
  status: { phase: 'Running' },
};
const node = { metadata: { name: 'n1', labels: { pool: 'a' } }, status: { allocatable: { cpu: '4', memory: '8Gi' } } };
const application = {
  metadata: { name: 'tenants', namespace: 'argocd' },
  status: {
    sync: { status: 'Synced', revision: 'abc' },
    health: { status: 'Healthy' },
    resources: ['pay-dev', 'xq7-dev'].map((name) => ({ kind: 'Namespace', name, status: 'Synced' })),
  },
};
const objects = {
  '/api/v1/namespaces': [
    space('pay-dev', 'pay'),
    space('pay-prod', 'pay'),
    space('xq7-dev', 'pay'),
    space('free', 'pay'),
  ],
  '/apis/apps/v1/deployments': [workload('pay-dev', 0, '2'), workload('pay-prod', 3), workload('xq7-dev', 1)],
  '/api/v1/pods': [pod],
  '/api/v1/nodes': [node],
  '/api/v1/resourcequotas': [
    { metadata: { name: 'q', namespace: 'pay-dev' }, status: { hard: { pods: '9' }, used: { pods: '1' } } },
  ],
  '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications': [application],
};

function gatewayWith(readsCluster: boolean, more: Parameters<typeof clusterOf>[0] = {}) {
  const cluster = clusterOf({ ...objects, ...more });
  const live = openLive({ client: cluster.client, readsCluster, argocd: { application: 'tenants' } });
  const app = createApp({ ...fixture.gateway, live }, openMetrics());
  const ask = (name: PersonName, path: string, options = {}) =>
    fixture.ask(name, `/api/v1${path}`, { ...options, app });
  return { ...cluster, live, ask };
}

suite('the state of the cluster', (test) => {
  test("contains only the namespaces of the person's tenants, regardless of labels in the cluster", async () => {
    const { ask, live } = gatewayWith(true);
    const found = await jsonOf(await ask('viewer', '/live/namespaces'));
    assert.is(found['available'], true);
    assert.ok(Math.abs(Date.parse(String(found['asOf'])) - Date.now()) < 60_000);
    const states = listAt(found, 'items').map((one) => [
      textAt(one, 'name'),
      textAt(one, 'tenant'),
      textAt(one, 'state'),
    ]);
    assert.equal(states, [
      ['pay-dev', 'pay', 'asleep'],
      ['pay-prod', 'pay', 'awake'],
    ]);
    assert.equal(listAt(await jsonOf(await ask('stranger', '/live/workloads')), 'items'), []);
    const all = listAt(await jsonOf(await ask('admin', '/live/namespaces')), 'items');
    assert.equal(
      all.map((one) => textAt(one, 'tenant')),
      ['pay', 'pay', 'xq7', ''],
    );
    const [quota] = listAt(await jsonOf(await ask('viewer', '/live/usage?tenant=pay')), 'items');
    assert.equal([valueAt(quota, 'hard'), valueAt(quota, 'used')], [{ pods: '9' }, { pods: '1' }]);
    live.close();
  });

  test('contains what Argo CD reports about the objects of these tenants', async () => {
    const { ask, live } = gatewayWith(false);
    const sync = await jsonOf(await ask('viewer', '/live/sync'));
    assert.equal([sync['available'], sync['status'], sync['health']], [true, 'Synced', 'Healthy']);
    assert.equal(
      listAt(sync, 'resources').map((one) => textAt(one, 'key')),
      ['Namespace pay-dev'],
    );
    assert.is((await jsonOf(await ask('viewer', '/live/workloads')))['available'], false);
    live.close();
  });

  test('is listed once for each kind, for all people', async () => {
    const { ask, live, lists } = gatewayWith(true);
    await Promise.all(['viewer', 'owner', 'admin'].map((name) => ask(name as PersonName, '/live/workloads')));
    assert.equal([...lists.values()], [1, 1, 1]);
    live.close();
  });

  test('includes requests and the capacity of nodes, for the platform', async () => {
    const { ask, live } = gatewayWith(true);
    const found = await jsonOf(await ask('finance', '/capacity?selector=pool=a'));
    assert.equal([valueAt(found, 'allocatable', 'cpu'), valueAt(found, 'requested', 'cpu')], [4, 0.5]);
    assert.is((await ask('owner', '/capacity')).status, 403);
    live.close();
  });

  test('is the last known state while the API server does not respond', async () => {
    const { ask, live, stop } = gatewayWith(true);
    await ask('viewer', '/live/workloads');
    stop();
    const read = async () => jsonOf(await ask('viewer', '/live/workloads'));
    let found = await read();
    for (let tries = 0; found['available'] === true && tries < 100; tries++) {
      await new Promise((done) => setTimeout(done, 50));
      found = await read();
    }
    assert.equal([found['available'], found['reason']], [false, down.message]);
    assert.is(listAt(found, 'items').length, 2);
    assert.ok(Date.parse(String(found['asOf'])) > 0);
    live.close();
  });

  test('needs little memory for large objects of a tenant, and reports that they are not read', async () => {
    const env = Array.from({ length: 20_000 }, (_, index) => ({ name: `V${index}`, value: 'x'.repeat(50) }));
    const spec = { nodeName: 'n1', containers: [{ name: 'web', image: 'web:1', env }] };
    const large = { metadata: { name: 'large', namespace: 'pay-dev', labels: { a: 'b' } } };
    const { ask, live } = gatewayWith(true, {
      '/api/v1/pods': [pod, { ...large, spec, status: { phase: 'Running' } }],
      '/apis/apps/v1/deployments': [{ ...large, spec: { replicas: 2, template: { spec } } }],
    });
    const { objects: kept } = await live.read(['pods', 'deployments']);
    assert.ok(JSON.stringify(kept).length < 2000);
    const [row] = listAt(await jsonOf(await ask('viewer', '/live/workloads')), 'items');
    assert.equal([textAt(row, 'name'), valueAt(row, 'wanted')], ['large', 2]);
    const capacity = await jsonOf(await ask('finance', '/capacity'));
    assert.equal([capacity['available'], capacity['notCounted']], [true, 'Pod pay-dev/large']);
    const simulation = await jsonOf(await ask('owner', '/simulations', { method: 'POST', body: { files: [] } }));
    assert.equal([simulation['available'], simulation['tooLarge']], [false, 2]);
    live.close();
  });

  test('is not available outside of a cluster', async () => {
    const found = await jsonOf(await fixture.ask('viewer', '/api/v1/live/namespaces'));
    assert.equal(found, {
      available: false,
      asOf: null,
      reason: 'the gateway is not configured to read the cluster',
      items: [],
    });
  });
});
