import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { billable, billOf } from '../../cost/bill.ts';
import { pricesOf } from '../../cost/catalogue.ts';
import { hour as hourLength } from '../../cost/instant.ts';
import { formatMicros } from '../../cost/money.ts';
import { usageRows } from '../../cost/row.ts';
import type { HourUsage } from '../../cost/usage.ts';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { render } from '../../leasehold.ts';
import { fetchJsonWithin } from '../../showback/fetch-json.ts';
import { findCatalogue } from '../../showback/find-catalogue.ts';
import { openCost } from '../../showback/opencost.ts';
import { prometheus } from '../../showback/prometheus.ts';
import { suite } from '../../test/harness.ts';
import { type ControlPlane, sharedControlPlane } from '../control-plane.ts';
import { eventually, freePorts, startDaemon } from '../daemon.ts';
import { readManifests } from '../manifests.ts';
import { startPostgres } from '../postgres.ts';
import { temporaryFolder } from '../temporary.ts';
import { builtTool } from '../tools/paths.ts';
import { constantMetrics, type Metric, samplesOf, startPrometheus } from './history.ts';
import { newLedger } from './ledger.ts';

const book = `
apiVersion: finops.stakater.com/v1alpha1
kind: PriceBook
metadata: { name: book, namespace: finops }
spec: { currency: EUR, valuationMode: currency, rates: { cpuHour: "0.031611", ramGbHour: "0.004237", pvGbHour: "0.00005479452", networkGiB: "0.09" } }
`;
const gibi = 2 ** 30;
/** A whole hour of the past. Its samples are added. */
const hour = Math.floor(Date.now() / 1000 / hourLength) * hourLength - 2 * hourLength;

const rendering = render([{ path: 'book.yaml', text: book }]);
const catalogue = findCatalogue(rendering.objects);
assert.ok(catalogue);

const plane = await sharedControlPlane();
await createWorkloads(plane);
const stateUrl = await startKubeStateMetrics(plane);
const store = await startPrometheus();
const state = constantMetrics(await textOf(`${stateUrl}/metrics`), { job: 'kube-state-metrics', instance: 'ksm' });
const up: Metric = { series: 'up{job="kube-state-metrics",instance="ksm"}', valueAt: () => 1 };
const own = state.filter(({ series }) =>
  /^kube_(?:node|namespace|pod|persistentvolume|replicaset|statefulset|deployment|job|storageclass)_?/.test(series),
);
const measured = [...own, up, ...containers()];
// OpenCost compares requests with what is used now, so the samples go on until now.
await store.add(samplesOf(measured, hour - 600, Math.floor(Date.now() / 1000)));
const openCostUrl = await startOpenCost(plane, store.url);
const priced = constantMetrics(await textOf(`${openCostUrl}/metrics`), { job: 'opencost', instance: 'opencost' });
await store.add(samplesOf(priced, hour - 600, hour + hourLength + 120));

const options = { tenantLabel: 'leasehold.dev/tenant', fetchJson: fetchJsonWithin(60_000) };
const direct = await prometheus({ ...options, basis: 'allocation', url: store.url }).readHour(hour);

suite('an hour from kube-state-metrics, Prometheus and OpenCost', (test) => {
  test('has the quantities that a person works out from the workloads', () => {
    assert.is(direct.minutes, 60);
    const byTenant = sums(direct);
    // pay: two pods with requests of 0.5 cores and 512 MiB; they use less.
    assert.equal(byTenant['pay'], { cpu: 1, ram: 1, pv: 0 });
    // lab: one pod with a request of 0.25 cores that uses 0.75, and 256 MiB, of which it uses 512.
    assert.equal(byTenant['lab'], { cpu: 0.75, ram: 0.5, pv: 0 });
    // shop: a StatefulSet with a volume of 10 GiB, and a Job that is over and costs nothing.
    assert.equal(byTenant['shop'], { cpu: 1, ram: 2, pv: 10 });
    assert.is(Number(direct.capacity.cpuHour) / 1e6, 1000);
    assert.is(Number(direct.capacity.ramGbHour) / gibi, 4096);
  });

  test('has the bill that a person works out, in PostgreSQL too', async () => {
    const rows = usageRows(direct, { prices: pricesOf(catalogue), subscriptions: [] });
    const bill = billOf(rows.map(billable), 'tenant');
    const costs = Object.fromEntries(bill.lines.map(({ sort, tenant, cost }) => [tenant || sort, formatMicros(cost)]));
    // 1 x 0.031611 + 1 x 0.004237; 0.75 x 0.031611 + 0.5 x 0.004237; 0.031611 + 2 x 0.004237 + 10 x 0.00005479452.
    assert.equal([costs['pay'], costs['lab'], costs['shop']], ['0.035848', '0.025827', '0.040633']);
    const ledger = newLedger(await startPostgres(), 'chain');
    const now = new Date((hour + hourLength) * 1000).toISOString();
    const source = {
      readHour: (asked: number) => Promise.resolve(asked === hour ? direct : { ...direct, hour: asked, minutes: 0 }),
    };
    assert.equal(await ledger.run(now, { catalogue, source }), { stored: 1, empty: 4 });
    const stored = await ledger.bill(new Date(hour * 1000).toISOString(), now);
    assert.equal(stored.lines, bill.lines);
    assert.is(stored.total, bill.total);
  });

  test('is stored by the job that a CostJob renders, with its own arguments, environment and files', async () => {
    const ledger = newLedger(await startPostgres(), 'rendered');
    const { status, stdout, stderr } = runRenderedJob(ledger.connectionString);
    assert.is(status, 0, stderr);
    assert.match(stdout, /stored/);
    const [from, to] = [hour, hour + hourLength].map((time) => new Date(time * 1000).toISOString());
    const { lines } = await ledger.bill(from ?? '', to ?? '');
    const rows = usageRows(direct, { prices: pricesOf(catalogue), subscriptions: [] });
    assert.equal(lines, billOf(rows.map(billable), 'tenant').lines);
  });

  test('is the same from OpenCost, within its rounding', async () => {
    const source = openCost({ ...options, basis: 'allocation', url: openCostUrl });
    const other = await source.readHour(hour);
    const [ours, theirs] = [sums(direct), sums(other)];
    for (const tenant of ['pay', 'lab', 'shop'])
      for (const meter of ['cpu', 'ram', 'pv'] as const) {
        const [one, two] = [ours[tenant]?.[meter] ?? 0, theirs[tenant]?.[meter] ?? Number.NaN];
        assert.ok(Math.abs(one - two) < 0.002 * Math.max(1, one), `${tenant} ${meter}: ${one} and ${two}`);
      }
  });

  test('costs in OpenCost what the rendered prices state', async () => {
    const window = [hour, hour + hourLength]
      .map((time) => new Date(time * 1000).toISOString().replace('.000', ''))
      .join(',');
    const answer = (await options.fetchJson(
      `${openCostUrl}/allocation/compute?window=${window}&aggregate=namespace&accumulate=true`,
    )) as {
      readonly data: readonly Readonly<Record<string, { readonly cpuCost: number; readonly cpuCoreHours: number }>>[];
    };
    const pay = answer.data[0]?.['costs-pay'];
    assert.ok(pay && Math.abs(pay.cpuCost - pay.cpuCoreHours * 0.031611) < 1e-4, JSON.stringify(pay));
  });
});

/** Runs the container of the rendered CronJob: the ConfigMap that it mounts is a folder, and its Secret the database. */
function runRenderedJob(connectionString: string) {
  const platform = `---
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec: { showback: { cluster: c, prometheus: "${store.url}" } }
---
apiVersion: finops.stakater.com/v1alpha1
kind: CostJob
metadata: { name: use, namespace: finops }
spec: { interval: 1h }
`;
  const { objects } = render([{ path: 'job.yaml', text: book + platform }]);
  const manifests = readManifests(objects.map(({ text }) => text).join('---\n'));
  const cronJob = manifests.find(({ kind }) => kind === 'CronJob');
  const container = valueAt(cronJob, 'spec', 'jobTemplate', 'spec', 'template', 'spec', 'containers', 0);
  const folder = temporaryFolder('leasehold-catalogue-');
  const mounted = manifests.find(({ metadata }) => metadata.name === 'leasehold-showback');
  writeFileSync(resolve(folder, 'catalogue.json'), textAt(mounted, 'data', 'catalogue.json'));
  const env = Object.fromEntries(
    listAt(container, 'env').map((one) => [textAt(one, 'name'), textAt(one, 'value') || connectionString]),
  );
  const args = textsAt(container, 'args').map((arg) =>
    arg.replace(textAt(container, 'volumeMounts', 0, 'mountPath'), folder),
  );
  const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');
  const run = [program, ...args, '--settle', '0'];
  return spawnSync(process.execPath, run, { env, encoding: 'utf8' });
}

/** Core-hours and GiB-hours of each tenant. */
function sums({ usages }: HourUsage) {
  const result: Record<string, { cpu: number; ram: number; pv: number }> = {};
  for (const { tenant, quantities } of usages) {
    const { cpu, ram, pv } = result[tenant] ?? { cpu: 0, ram: 0, pv: 0 };
    result[tenant] = {
      cpu: cpu + Number(quantities.cpuHour) / 1e6,
      ram: ram + Number(quantities.ramGbHour) / gibi,
      pv: pv + Number(quantities.pvGbHour) / gibi,
    };
  }
  return result;
}

async function createWorkloads({ kubectl }: ControlPlane): Promise<void> {
  const namespaces = ['pay', 'lab', 'shop'].map((tenant) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: `costs-${tenant}`, labels: { 'leasehold.dev/tenant': tenant } },
  }));
  const objects = [
    ...namespaces,
    workload('Deployment', 'costs-pay', 2, { cpu: '500m', memory: '512Mi' }),
    workload('Deployment', 'costs-lab', 1, { cpu: '250m', memory: '256Mi' }),
    workload('StatefulSet', 'costs-shop', 1, { cpu: '1', memory: '2Gi' }),
    finished('costs-shop'),
  ];
  const { status, stderr } = kubectl(['apply', '-f', '-'], objects.map((one) => JSON.stringify(one)).join('\n'));
  assert.is(status, 0, stderr);
  await eventually('the pods run, and the Job is over', async () => {
    const { stdout } = kubectl([
      'get',
      'pods',
      '-A',
      '-o',
      'jsonpath={range .items[*]}{.metadata.namespace}={.status.phase} {end}',
    ]);
    const phases = stdout.split(' ').filter((one) => one.startsWith('costs-'));
    const running = phases.filter((one) => one.endsWith('=Running')).length;
    return (running === 4 && phases.includes('costs-shop=Succeeded')) || undefined;
  });
}

function workload(kind: string, namespace: string, replicas: number, requests: Readonly<Record<string, string>>) {
  // A tenant that labels its pods as those of another one still pays for them.
  const labels = { app: 'api', 'leasehold.dev/tenant': 'lab' };
  const container = { name: 'main', image: 'example.com/main:1', resources: { requests } };
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
  };
  const own = kind === 'StatefulSet' ? { serviceName: 'api', volumeClaimTemplates: [claim] } : {};
  const mounts = kind === 'StatefulSet' ? { volumeMounts: [{ name: 'data', mountPath: '/data' }] } : {};
  const template = { metadata: { labels }, spec: { containers: [{ ...container, ...mounts }] } };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'api', namespace },
    spec: { ...own, replicas, selector: { matchLabels: { app: 'api' } }, template },
  };
}

function finished(namespace: string) {
  const container = { name: 'main', image: 'example.com/main:1', resources: { requests: { cpu: '4', memory: '4Gi' } } };
  const template = { spec: { restartPolicy: 'Never', containers: [container] } };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'once', namespace }, spec: { template } };
}

/** What the kubelets' cAdvisor would expose: cores and GiB in use, for each container that runs. */
function containers(): readonly Metric[] {
  const used: Readonly<Record<string, readonly [cores: number, gib: number]>> = {
    'costs-pay': [0.1, 0.125],
    'costs-lab': [0.75, 0.5],
    'costs-shop': [0.2, 1],
  };
  const { stdout } = plane.kubectl(['get', 'pods', '-A', '-o', 'json']);
  const { items } = JSON.parse(stdout) as { readonly items: readonly unknown[] };
  return items.flatMap((pod) => {
    const [namespace, name] = [textAt(pod, 'metadata', 'namespace'), textAt(pod, 'metadata', 'name')];
    const [cores, gib] = used[namespace] ?? [0, 0];
    if (textAt(pod, 'status', 'phase') !== 'Running' || cores === 0) return [];
    const labels = `{job="kubelet",instance="node",node="node",namespace="${namespace}",pod="${name}",container="main",image="i",id="/pods/${name}"}`;
    return [
      { series: `container_cpu_usage_seconds_total${labels}`, valueAt: (instant) => (instant - hour + 7200) * cores },
      { series: `container_memory_working_set_bytes${labels}`, valueAt: () => gib * gibi },
    ];
  });
}

async function startKubeStateMetrics({ kubeconfig }: ControlPlane): Promise<string> {
  const [port = 0, telemetry = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  startDaemon('kube-state-metrics', builtTool('kube-state-metrics'), [
    `--kubeconfig=${kubeconfig}`,
    `--port=${port}`,
    '--host=127.0.0.1',
    `--telemetry-port=${telemetry}`,
    '--telemetry-host=127.0.0.1',
    '--metric-labels-allowlist=namespaces=[leasehold.dev/tenant],pods=[*]',
  ]);
  await eventually('kube-state-metrics has the workloads', async () => {
    const text = await textOf(`${url}/metrics`).catch(() => '');
    return /kube_statefulset_replicas\{namespace="costs-shop"/.test(text) &&
      text.includes('kube_pod_owner{namespace="costs-pay"')
      ? true
      : undefined;
  });
  return url;
}

/** Started with the pricing document that the price book renders. */
async function startOpenCost({ kubeconfig }: ControlPlane, prometheusUrl: string): Promise<string> {
  const [port = 0] = await freePorts(1);
  const folder = temporaryFolder('leasehold-opencost-');
  mkdirSync(folder, { recursive: true });
  const [object] = readManifests(rendering.objects.map(({ text }) => text).join('---\n')).filter(
    ({ metadata }) => metadata.name === 'finops-operator-custom-pricing-configs',
  );
  writeFileSync(resolve(folder, 'default.json'), textAt(object, 'data', 'default.json'));
  const url = `http://127.0.0.1:${port}`;
  startDaemon('opencost', builtTool('opencost'), ['cost-model'], {
    KUBECONFIG: kubeconfig,
    PROMETHEUS_SERVER_ENDPOINT: prometheusUrl,
    CLUSTER_ID: 'c',
    CONFIG_PATH: folder,
    USE_CUSTOM_PROVIDER: 'true',
    API_PORT: String(port),
    EMIT_KSM_V1_METRICS: 'false',
    EMIT_KSM_V1_METRICS_ONLY: 'true',
  });
  await eventually(
    'OpenCost exposes prices of the node',
    async () => {
      const text = await textOf(`${url}/metrics`).catch(() => '');
      return text.includes('node_cpu_hourly_cost{') && text.includes('container_cpu_allocation{') ? true : undefined;
    },
    180,
  );
  return url;
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}
