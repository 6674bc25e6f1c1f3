import * as assert from 'uvu/assert';
import { hour as hourLength } from '../../cost/instant.ts';
import { defaultStateJob } from '../../cost/promql.ts';
import type { HourUsage } from '../../cost/usage.ts';
import { listAt } from '../../data/tree.ts';
import { fetchJsonWithin } from '../../showback/fetch-json.ts';
import { prometheus } from '../../showback/prometheus.ts';
import { suite } from '../../test/harness.ts';
import { type Metric, samplesOf, startPrometheus } from './history.ts';

const first = Math.floor(Date.now() / 1000 / hourLength) * hourLength - 14 * hourLength;
const store = await startPrometheus();
const fetchJson = fetchJsonWithin(60_000);
/** The numbers of series in the responses to queries for owners. */
const owners: number[] = [];
const source = prometheus({
  url: store.url,
  tenantLabel: 'leasehold.dev/tenant',
  basis: 'allocation',
  fetchJson: async (url) => {
    const answer = await fetchJson(url);
    if (url.includes('_owner')) owners.push(listAt(answer, 'data', 'result').length);
    return answer;
  },
});

type Value = number | ((instant: number) => number);

function metric(name: string, labels: Readonly<Record<string, string>>, value: Value): Metric {
  const list = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return { series: `${name}{${list.join(',')}}`, valueAt: typeof value === 'number' ? () => value : value };
}

const state = (name: string, labels: Readonly<Record<string, string>>, value: Value = 1) =>
  metric(name, { job: defaultStateJob, instance: 'ksm', ...labels }, value);

/** kube-state-metrics is up, and exports the tenant of each namespace. */
const cluster = (...tenants: readonly string[]) => [
  state('up', {}),
  ...tenants.map((tenant) => state('kube_namespace_labels', { namespace: tenant, label_leasehold_dev_tenant: tenant })),
];

interface Pod {
  readonly namespace: string;
  readonly node?: string;
  readonly phase?: (instant: number) => 'Pending' | 'Running';
}

const podOf = ({ namespace, node = 'n1', phase = () => 'Running' }: Pod) => [
  state('kube_pod_info', { namespace, pod: 'api', node }),
  ...(['Pending', 'Running'] as const).map((one) =>
    state('kube_pod_status_phase', { namespace, pod: 'api', phase: one }, (at) => Number(phase(at) === one)),
  ),
];

const owned = (object: 'pod' | 'replicaset' | 'job_name', namespace: string, name: string, owner: string) => {
  const [owner_kind = '', owner_name = ''] = owner.split('/');
  const labels = { namespace, [object]: name, owner_kind, owner_name, owner_is_controller: 'true' };
  return state(`kube_${object.replace('_name', '')}_owner`, labels);
};

const gpus = (kind: string, namespace: string, container: string, value: number) =>
  state(
    `kube_pod_${kind}_resource_requests`,
    { namespace, pod: 'api', container, node: 'n1', resource: 'nvidia_com_gpu' },
    value,
  );

/** One core, one GiB, and 1,000 transmitted bytes per second, as a job exports them. */
function kubelet(namespace: string, source: Readonly<Record<string, string>> = { job: 'kubelet' }): readonly Metric[] {
  const labels = { ...source, namespace, pod: 'api' };
  const container = { ...labels, container: 'main', id: `/pods/${namespace}/main` };
  const counter = (perSecond: number) => (at: number) => (at - first + 7200) * perSecond;
  return [
    metric('container_cpu_usage_seconds_total', { ...container, cpu: 'total' }, counter(1)),
    metric('container_memory_working_set_bytes', container, 2 ** 30),
    metric(
      'container_network_transmit_bytes_total',
      { ...labels, id: `/pods/${namespace}`, interface: 'eth0' },
      counter(1000),
    ),
  ];
}

/** Adds the samples of an hour, and of the minutes before it, and measures the hour. */
async function measured(index: number, metrics: readonly Metric[]): Promise<HourUsage> {
  const hour = first + index * hourLength;
  await store.add(samplesOf(metrics, hour - 600, hour + hourLength));
  return source.readHour(hour);
}

const rounded = (usage: HourUsage, meter: 'cpuHour' | 'gpuHour' | 'networkGb', unit: number) =>
  Object.fromEntries(
    usage.usages.map(({ tenant, quantities }) => [tenant, Math.round((Number(quantities[meter]) / unit) * 10) / 10]),
  );

suite('usage that a real Prometheus stores', (test) => {
  test('includes the requests of sidecars, and those of init containers until the pod runs', async () => {
    const middle = first + hourLength / 2;
    const phase = (at: number) => (at < middle ? 'Pending' : 'Running');
    const init = { namespace: 'setup', pod: 'api', container: 'init' };
    const usage = await measured(0, [
      ...cluster('pay', 'zeta', 'setup'),
      ...[podOf({ namespace: 'pay' }), podOf({ namespace: 'zeta' }), podOf({ namespace: 'setup', phase })].flat(),
      ...[kubelet('pay'), kubelet('zeta'), kubelet('setup')].flat(),
      gpus('container', 'pay', 'main', 4),
      gpus('init_container', 'zeta', 'side', 4),
      state('kube_pod_init_container_info', {
        ...init,
        namespace: 'zeta',
        container: 'side',
        restart_policy: 'Always',
      }),
      gpus('container', 'setup', 'main', 2),
      gpus('init_container', 'setup', 'init', 2),
      state('kube_pod_init_container_info', { ...init }),
      state('kube_pod_init_container_status_running', init, (at) => Number(at < middle)),
    ]);
    assert.is(usage.minutes, 60);
    assert.equal(rounded(usage, 'gpuHour', 1e6), { pay: 4, zeta: 4, setup: 2 });
  });

  test('is counted once if several jobs, endpoints or replicas store it', async () => {
    const resource = { job: 'kubelet', metrics_path: '/metrics/resource', namespace: 'pay', pod: 'api' };
    const cores = (at: number) => at - first + 7200;
    const usage = await measured(2, [
      ...cluster('pay', 'lab'),
      ...[podOf({ namespace: 'pay' }), podOf({ namespace: 'lab' })].flat(),
      ...kubelet('pay', { job: 'kubelet', metrics_path: '/metrics/cadvisor' }),
      ...kubelet('pay', { job: 'cadvisor', instance: 'n1:10250', prometheus_replica: 'b' }),
      metric('container_cpu_usage_seconds_total', { ...resource, container: 'main' }, cores),
      ...kubelet('lab'),
      metric('container_cpu_usage_seconds_total', { ...resource, namespace: 'lab', container: 'second' }, cores),
    ]);
    assert.equal(rounded(usage, 'cpuHour', 1e6), { pay: 1, lab: 2 });
    assert.equal(rounded(usage, 'networkGb', 3_600_000), { pay: 1, lab: 1 });
  });

  test('is incomplete while the kubelet of one of several nodes has no metrics', async () => {
    const all = [...cluster('pay', 'lab'), podOf({ namespace: 'pay' }), podOf({ namespace: 'lab', node: 'n2' })].flat();
    assert.is((await measured(4, [...all, ...kubelet('pay')])).minutes, 1);
    assert.is((await measured(6, [...all, ...kubelet('pay'), ...kubelet('lab')])).minutes, 60);
  });

  test('is known to have no tenants if kube-state-metrics does not export their label', async () => {
    const pod = [...podOf({ namespace: 'pay' }), ...kubelet('pay')];
    assert.is((await measured(8, [...cluster(), ...pod])).isUnlabeled, true);
    assert.is((await measured(10, [...cluster('pay'), ...pod])).isUnlabeled, false);
  });

  test('has owners, and no response contains ReplicaSets, Jobs and pods of a tenant that do not run', async () => {
    const idle = Array.from({ length: 100 }, (_, index) => `${index}-`.padEnd(250, 'x'));
    owners.length = 0;
    const { usages } = await measured(12, [
      ...cluster('pay', 'lab', 'zeta'),
      ...['pay', 'lab', 'zeta'].flatMap((namespace) => podOf({ namespace })),
      ...[...kubelet('pay'), ...kubelet('lab'), gpus('container', 'zeta', 'main', 1)],
      ...[owned('pod', 'pay', 'api', 'ReplicaSet/api-5f'), owned('replicaset', 'pay', 'api-5f', 'Deployment/api')],
      ...[owned('pod', 'lab', 'api', 'Job/run-1'), owned('job_name', 'lab', 'run-1', 'CronJob/run')],
      owned('pod', 'zeta', 'api', 'StatefulSet/api'),
      ...idle.flatMap((name) => [
        owned('replicaset', 'lab', name, `Deployment/${name}`),
        owned('job_name', 'lab', name, `CronJob/${name}`),
        owned('pod', 'lab', name, `ReplicaSet/${name}`),
        state('kube_pod_status_phase', { namespace: 'lab', pod: name, phase: 'Pending' }),
        state('kube_pod_status_phase', { namespace: 'lab', pod: name, phase: 'Running' }, 0),
      ]),
    ]);
    const found = usages.map(({ tenant, kind, name, pod }) => [tenant, kind, name, pod]).sort();
    assert.equal(found, [
      ['lab', 'CronJob', 'run', 'api'],
      ['pay', 'Deployment', 'api', 'api'],
      ['zeta', 'StatefulSet', 'api', 'api'],
    ]);
    assert.equal(owners, [3, 1, 1]);
  });
});
