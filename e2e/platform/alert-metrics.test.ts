import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import { clusterOf, complaints } from '../cluster.ts';
import { sharedControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { startKubeStateMetricsPod } from './programs.ts';
import { namespace, renderPlatform } from './rendered-pod.ts';

const objects = renderPlatform();
const plane = await sharedControlPlane('api-only');
const cluster = clusterOf(plane.api);
await prepare(cluster, objects);
assert.equal(complaints(await cluster.apply(objects, { force: true })), []);

const backup = 'tenant-operator-postgresql-mto-backup';
const volume: KubeObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'alerted', labels: { 'leasehold.dev/tenant': 'pay' } },
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
};
const quota: KubeObject = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'alerted', namespace },
  spec: { hard: { cpu: '2' } },
};

/** Sets a status that controllers would set. */
async function report(path: string, status: object): Promise<void> {
  const options = { body: { status }, contentType: 'application/merge-patch+json' };
  const answer = await plane.api.request('PATCH', `${path}/status`, options);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
}

/**
 * The series that the alerts read, with the labels by which they select and group. programs.test.ts tests
 * kube_namespace_labels.
 */
const series = [
  new RegExp(`^kube_namespace_created\\{namespace="${namespace}"\\}`, 'm'),
  /^kube_resourcequota\{namespace="[^"]+",resourcequota="alerted",resource="cpu",type="hard"\} 2$/m,
  /^kube_resourcequota\{namespace="[^"]+",resourcequota="alerted",resource="cpu",type="used"\} 1$/m,
  new RegExp(
    `^kube_cronjob_labels\\{namespace="${namespace}",cronjob="${backup}",label_app_kubernetes_io_component="backup"\\} 1`,
    'm',
  ),
  new RegExp(`^kube_cronjob_status_last_schedule_time\\{namespace="${namespace}",cronjob="${backup}"\\}`, 'm'),
  new RegExp(`^kube_cronjob_status_last_successful_time\\{namespace="${namespace}",cronjob="${backup}"\\}`, 'm'),
  /^kube_persistentvolume_labels\{persistentvolume="alerted",label_leasehold_dev_tenant="pay"\} 1$/m,
  /^kube_persistentvolume_status_phase\{persistentvolume="alerted",phase="Released"\} 1$/m,
];

suite('kube-state-metrics with the rendered arguments', (test) => {
  test('exports the series that the alerts read', async () => {
    assert.equal(complaints(await cluster.apply([volume, quota])), []);
    const time = '2026-06-01T00:00:00Z';
    await report(`/apis/batch/v1/namespaces/${namespace}/cronjobs/${backup}`, {
      lastScheduleTime: time,
      lastSuccessfulTime: time,
    });
    await report(`/api/v1/namespaces/${namespace}/resourcequotas/alerted`, { hard: { cpu: '2' }, used: { cpu: '1' } });
    await report('/api/v1/persistentvolumes/alerted', { phase: 'Released' });
    const { address, daemon } = await startKubeStateMetricsPod(plane, objects);
    let missing: readonly RegExp[] = series;
    await eventually('kube-state-metrics has all series', async () => {
      const text = await (await fetch(`http://${address}/metrics`).catch(() => undefined))?.text();
      missing = series.filter((one) => !one.test(text ?? ''));
      return missing.length === 0 || undefined;
    }).catch((error: Error) => {
      throw new Error(`${error.message}; missing: ${missing.join(' ')}`);
    });
    await daemon.stop();
    await cluster.remove([volume, quota, ...objects]);
  });
});
