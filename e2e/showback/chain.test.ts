import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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
import { startControlPlane } from '../control-plane.ts';
import { readManifests } from '../manifests.ts';
import { startPostgres } from '../postgres.ts';
import { temporaryFolder } from '../temporary.ts';
import { containers, createWorkloads } from './billed-workloads.ts';
import { startKubeStateMetrics, startOpenCost, textOf } from './exporters.ts';
import { constantMetrics, type Metric, samplesOf, startPrometheus } from './history.ts';
import { newLedger } from './ledger.ts';

const book = `
apiVersion: finops.stakater.com/v1alpha1
kind: PriceBook
metadata: { name: book, namespace: finops }
spec: { currency: EUR, valuationMode: currency, rates: { cpuHour: "0.031611", ramGbHour: "0.004237", pvGbHour: "0.00005479452", networkGiB: "0.09" } }
`;
const gibi = 2 ** 30;
/** A past hour. Its samples are added. */
const hour = Math.floor(Date.now() / 1000 / hourLength) * hourLength - 2 * hourLength;

const rendering = render([{ path: 'book.yaml', text: book }]);
const catalogue = findCatalogue(rendering.objects);
assert.ok(catalogue);

const plane = await startControlPlane();
await createWorkloads(plane);
const stateUrl = await startKubeStateMetrics(plane);
const store = await startPrometheus();
const state = constantMetrics(await textOf(`${stateUrl}/metrics`), {
  job: 'leasehold:kube-state-metrics',
  instance: 'ksm',
});
const up: Metric = { series: 'up{job="leasehold:kube-state-metrics",instance="ksm"}', valueAt: () => 1 };
const own = state.filter(({ series }) =>
  /^kube_(?:node|namespace|pod|persistentvolume|replicaset|statefulset|deployment|job|storageclass)_?/.test(series),
);
const measured = [...own, up, ...containers(plane, hour)];
// OpenCost compares requests with the current usage, so the samples continue until now.
await store.add(samplesOf(measured, hour - 600, Math.floor(Date.now() / 1000)));
const [priceDocument] = readManifests(rendering.objects.map(({ text }) => text).join('---\n')).filter(
  ({ metadata }) => metadata.name === 'finops-operator-custom-pricing-configs',
);
const pricing = textAt(priceDocument, 'data', 'default.json');
const openCostUrl = await startOpenCost(plane, { prometheus: store.url, pricing });
const priced = constantMetrics(await textOf(`${openCostUrl}/metrics`), { job: 'opencost', instance: 'opencost' });
await store.add(samplesOf(priced, hour - 600, hour + hourLength + 120));

const options = { tenantLabel: 'leasehold.dev/tenant', fetchJson: fetchJsonWithin(60_000) };
const direct = await prometheus({ ...options, basis: 'allocation', url: store.url }).readHour(hour);

suite('an hour from kube-state-metrics, Prometheus and OpenCost', (test) => {
  test('has the quantities that are calculated by hand from the workloads', () => {
    assert.is(direct.minutes, 60);
    const byTenant = sums(direct);
    // pay: two pods with requests of 0.5 cores and 512 MiB; they use less.
    assert.equal(byTenant['pay'], { cpu: 1, ram: 1, pv: 0 });
    // lab: one pod that requests 0.25 cores and 256 MiB, and uses 0.75 cores and 512 MiB.
    assert.equal(byTenant['lab'], { cpu: 0.75, ram: 0.5, pv: 0 });
    // shop: a StatefulSet with a volume of 10 GiB, and a finished Job that costs nothing.
    assert.equal(byTenant['shop'], { cpu: 1, ram: 2, pv: 10 });
    assert.is(Number(direct.capacity.cpuHour) / 1e6, 1000);
    assert.is(Number(direct.capacity.ramGbHour) / gibi, 4096);
  });

  test('has the bill that is calculated by hand, in PostgreSQL too', async () => {
    const rows = usageRows(direct, { prices: pricesOf(catalogue), subscriptions: [] });
    const bill = billOf(rows.map(billable), 'tenant');
    const costs = Object.fromEntries(
      bill.lines.map(({ category, tenant, cost }) => [tenant || category, formatMicros(cost)]),
    );
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

  test('is the same in OpenCost, up to rounding', async () => {
    const source = openCost({ ...options, basis: 'allocation', url: openCostUrl });
    const other = await source.readHour(hour);
    const [ours, theirs] = [sums(direct), sums(other)];
    for (const tenant of ['pay', 'lab', 'shop'])
      for (const meter of ['cpu', 'ram', 'pv'] as const) {
        const [one, two] = [ours[tenant]?.[meter] ?? 0, theirs[tenant]?.[meter] ?? Number.NaN];
        assert.ok(Math.abs(one - two) < 0.002 * Math.max(1, one), `${tenant} ${meter}: ${one} and ${two}`);
      }
  });

  test('has the rendered price of a core in OpenCost', async () => {
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

/**
 * Runs the container of the rendered CronJob with a directory for its ConfigMap, and with the database of its Secret.
 */
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
