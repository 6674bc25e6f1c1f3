import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { sampleFiles, serviceOf } from './sample.ts';

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
  spec: { nodeName, containers: [{ resources: { requests: { cpu: '500m', memory: '1Gi' } } }] },
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

suite('an inventory in the console', (test) => {
  test('requests are counted on the chosen nodes, without finished pods', async () => {
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

  test('volumes that the sidecar did not record are not listed', async () => {
    const service = serviceOf(sampleFiles);
    await service.openInventory('inventory.json', inventory);
    assert.equal(await service.volumes(), []);
  });

  test('workloads of the platform are missing, not ready or ready', async () => {
    const service = serviceOf(sampleFiles);
    await service.openInventory('inventory.json', inventory);
    const rows = await service.health(undefined);
    assert.ok(rows.every(({ state }) => state === 'missing'));
  });

  test('a file that is not an inventory has a message', async () => {
    const summary = await serviceOf(sampleFiles).openInventory('x.json', 'a: [');
    assert.is(summary.ok, false);
  });

  test('a proposal for a supervisor has a position in a file', async () => {
    const schedules = await serviceOf(sampleFiles).schedules(undefined, Date.UTC(2026, 10, 23));
    assert.equal(schedules[0]?.place, { document: 0, isWholeFile: true });
  });
});
