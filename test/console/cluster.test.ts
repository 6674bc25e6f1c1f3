import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { sampleFiles, sampleText, serviceOf } from './sample.ts';

const gibi = 1024 ** 3;
const node = (name: string, pool: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { pool } },
  status: { allocatable: { cpu: '4', memory: '16Gi', pods: '110' } },
});
const pod = (name: string, namespace: string, nodeName: string, phase = 'Running') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
  spec: {
    nodeName,
    containers: [{ resources: { requests: { cpu: '400m', memory: '1Gi' } } }],
    initContainers: [
      { restartPolicy: 'Always', resources: { requests: { cpu: '100m' } } },
      { resources: { requests: { cpu: '3' } } },
    ],
  },
  status: { phase },
});
const volume = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pv-1' },
  spec: { capacity: { storage: '10Gi' } },
};
const inventory = JSON.stringify({
  kind: 'List',
  items: [
    node('a', 'default'),
    node('b', 'gpu'),
    pod('web', 'pay-prod', 'a'),
    pod('job', 'pay-prod', 'a', 'Succeeded'),
    pod('train', 'elsewhere', 'b'),
    volume,
  ],
});

/** The sample configuration with a database and the jobs of showback. */
function withComponents(path: string, text: string): string {
  const components = {
    ...{ showback: true, opencost: { mode: 'Disabled' } },
    postgres: { values: { auth: { existingSecret: 'costs' } } },
    prometheus: { mode: 'External', external: { serverURL: 'http://prometheus.monitoring:9090' } },
  };
  const own = path.endsWith('integration-config.yaml') ? `  components: ${JSON.stringify(components)}\n` : '';
  return text.replaceAll('finops-operator-system', 'multi-tenant-operator') + own;
}

/** The health of the platform with these components, for objects of the cluster. */
async function health(...items: readonly object[]) {
  const files = sampleFiles.map((file) => ({ ...file, text: withComponents(file.path, sampleText(file.path)) }));
  const service = serviceOf(files);
  await service.openInventory('inventory.json', JSON.stringify({ kind: 'List', items: [node('a', 'x'), ...items] }));
  return service.health(undefined);
}

suite('for an inventory in the console,', (test) => {
  test('requests of running containers on the selected nodes are counted, and finished pods are ignored', async () => {
    const service = serviceOf(sampleFiles);
    const summary = await service.openInventory('inventory.json', inventory);
    assert.equal(summary, { ok: true, counts: { Node: 2, Pod: 3, PersistentVolume: 1 } });
    const all = await service.capacity(undefined, '');
    assert.equal([all.nodes.length, all.allocatable.cpu, all.requested], [2, 8, { cpu: 1, memory: 2 * gibi, pods: 2 }]);
    assert.equal(all.labels, ['pool=default', 'pool=gpu']);
    const gpu = await service.capacity(undefined, 'pool=gpu');
    assert.equal(
      gpu.nodes.map(({ name }) => name),
      ['b'],
    );
    assert.is(gpu.tenants.find(({ tenant }) => tenant === 'pay')?.requested.pods, 0);
    assert.is(gpu.tenants.find(({ tenant }) => tenant === '')?.requested.pods, 1);
    assert.ok((all.tenants.find(({ tenant }) => tenant === 'pay')?.quota.cpu ?? 0) > 0);
  });

  test('requests count in every form of a quantity that the API server keeps', async () => {
    const cpus = ['1e3', '2E-1', '500m', '.5', '1.', '100000u', '+1', '1k', '-1', 'x', '1e999'];
    const amounts = await Promise.all(
      cpus.map(async (cpu) => {
        const containers = [{ resources: { requests: { cpu, memory: '1Ki' } } }];
        const items = [node('a', 'x'), { ...pod('web', 'pay-prod', 'a'), spec: { nodeName: 'a', containers } }];
        const service = serviceOf(sampleFiles);
        await service.openInventory('inventory.json', JSON.stringify({ kind: 'List', items }));
        return (await service.capacity(undefined, '')).requested.cpu;
      }),
    );
    assert.equal(amounts, [1000, 0.2, 0.5, 0.5, 1, 0.1, 1, 1000, 0, 0, 2 ** 63]);
  });

  test('volumes that the sidecar did not record are not listed', async () => {
    const service = serviceOf(sampleFiles);
    await service.openInventory('inventory.json', inventory);
    assert.equal(await service.volumes(), []);
  });

  test('components are listed with their state, its time and a command, problems first', async () => {
    const absent = await health();
    assert.equal(
      absent.map(({ kind, state, command }) => `${kind} ${state} ${command}`),
      ['StatefulSet', 'CronJob', 'CronJob'].map(
        (kind) => `${kind} missing kubectl get events -n multi-tenant-operator`,
      ),
    );
    const [database, first, second] = absent.map(({ name, namespace }) => ({ name, namespace }));
    const time = '2026-11-20T19:00:00Z';
    const ran = (metadata: object | undefined, status: object) => ({
      ...{ apiVersion: 'batch/v1', kind: 'CronJob', metadata },
      status: { lastScheduleTime: time, ...status },
    });
    const spec = { replicas: 2, selector: { matchLabels: { app: 'db' } } };
    const set = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: database, spec, status: { readyReplicas: 1 } };
    const rows = await health(ran(first, { lastSuccessfulTime: '2026-11-20T19:00:09Z' }), ran(second, {}), set);
    assert.equal(
      rows.map(({ name, state, since, pods, command }) => [name, state, since, pods, command]),
      [
        [
          database?.name,
          'degraded',
          '',
          { ready: 1, wanted: 2 },
          'kubectl describe pods -n multi-tenant-operator -l app=db',
        ],
        [second?.name, 'degraded', time, undefined, 'kubectl get jobs,pods -n multi-tenant-operator'],
        [first?.name, 'ready', time, undefined, ''],
      ],
    );
    const running = await health(ran(first, { active: [{}] }), ran(second, { lastScheduleTime: undefined }));
    assert.equal(
      running.map(({ state }) => state),
      ['missing', 'waiting', 'ready'],
    );
  });

  test('a file that is not an inventory is rejected', async () => {
    const summary = await serviceOf(sampleFiles).openInventory('x.json', 'a: [');
    assert.is(summary.ok, false);
  });

  test('a schedule has the position of its document in the file', async () => {
    const schedules = await serviceOf(sampleFiles).schedules(undefined, Date.UTC(2026, 10, 23));
    assert.equal(schedules[0]?.place, { document: 0, isWholeFile: true });
  });
});
