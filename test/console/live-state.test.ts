import * as assert from 'uvu/assert';
import { notLive, stateFinder, syncFinder, syncSummary } from '../../console/model/live-state.ts';
import { suite } from '../harness.ts';

const read = { available: true, asOf: '2026-11-20T10:00:00.000Z' };

suite('the state of namespaces in the cluster', (test) => {
  test('is unknown if the gateway has never read the cluster, and missing if the cluster has no such namespace', () => {
    assert.is(stateFinder({ ...notLive, items: [] })('pay-dev'), 'unknown');
    assert.is(stateFinder({ ...read, items: [] })('pay-dev'), 'missing');
  });

  test('is the last known state while the cluster cannot be read', () => {
    const items = [{ name: 'pay-dev', phase: 'Active', state: 'asleep' }] as const;
    assert.is(stateFinder({ ...read, available: false, reason: 'forbidden', items })('pay-dev'), 'asleep');
  });

  test('is terminating during a deletion, whatever its workloads do', () => {
    const items = [{ name: 'pay-dev', phase: 'Terminating', state: 'awake' }] as const;
    assert.is(stateFinder({ ...read, items })('pay-dev'), 'terminating');
  });
});

suite('the sync state of a namespace', (test) => {
  const resources = [
    { key: 'Namespace pay-dev', status: 'Synced', health: '' },
    { key: 'ClusterRole.rbac.authorization.k8s.io pay-dev', status: 'OutOfSync', health: 'Degraded' },
    { key: 'ResourceQuota pay-dev/quota', status: 'OutOfSync', health: '' },
    { key: 'Deployment.apps pay-dev/web', status: 'Synced', health: 'Progressing' },
    { key: 'Deployment.apps pay-dev/api', status: 'Synced', health: 'Degraded' },
    { key: 'Namespace pay', status: 'Synced', health: 'Healthy' },
  ];

  test('is that of the namespace and the objects in it', () => {
    const syncOf = syncFinder({ ...read, resources });
    assert.is(syncOf('pay-dev')?.objects, 4);
    assert.equal(
      syncOf('pay-dev')?.outOfSync.map(({ key }) => key),
      ['ResourceQuota pay-dev/quota'],
    );
    assert.equal(syncOf('pay'), { objects: 1, outOfSync: [], health: 'Healthy' });
    assert.is(syncOf('lab'), undefined);
  });

  test('has the worst health of its objects', () => {
    assert.is(syncSummary(resources).health, 'Degraded');
    assert.is(syncSummary([{ key: 'ConfigMap a/b', status: 'Synced', health: '' }]).health, 'Healthy');
  });
});
