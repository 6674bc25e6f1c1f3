import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { startPostgres } from '../postgres.ts';
import { temporaryFolder } from '../temporary.ts';
import { type Series, startFakePrometheus } from './fake-prometheus.ts';
import { startJob } from './job.ts';
import { newLedger } from './ledger.ts';

const namespaces = 10_000;
const hour = 3_600_000;
/** Seconds of processor time (other work on the machine does not increase it), MiB, and milliseconds. */
const limits = { seconds: 60, memory: 300, report: 200 };

const server = await startPostgres();
const ledger = newLedger(server, 'scale');

/** One pod in each namespace, and one namespace for each tenant. All requests get the same responses. */
const names = Array.from({ length: namespaces }, (_, index) => `tenant-${String(index).padStart(5, '0')}`);
const pods = (value: number): Series =>
  names.map((name, index) => [{ namespace: name, pod: `api-${index}` }, value + index / 1000]);
const answers: Readonly<Record<string, Series>> = {
  minutes: [[{}, 60]],
  cpu: pods(0.5),
  memory: pods(2 ** 30),
  sent: pods(1e6),
  received: pods(1e6),
  volumes: names.map((name) => [{ namespace: name, persistentvolumeclaim: 'data' }, 10 * 2 ** 30]),
  capacity: [
    [{ resource: 'cpu' }, 20_000],
    [{ resource: 'memory' }, 2 ** 50],
  ],
  tenants: names.map((name) => [{ namespace: name, label_leasehold_dev_tenant: name }, 1]),
  podOwners: names.map((name, index) => [
    { namespace: name, pod: `api-${index}`, owner_kind: 'ReplicaSet', owner_name: 'api-5f' },
    1,
  ]),
  replicaSetOwners: names.map((name) => [
    { namespace: name, replicaset: 'api-5f', owner_kind: 'Deployment', owner_name: 'api' },
    1,
  ]),
};

suite('in a cluster of 10,000 namespaces,', (test) => {
  test('a day is collected, priced and stored within a minute of processor time and 300 MiB', async () => {
    const prometheus = await startFakePrometheus((query) => answers[query] ?? []);
    const usageFile = resolve(temporaryFolder('leasehold-usage-'), 'usage');
    process.env['USAGE_FILE'] = usageFile;
    // Yesterday's hour is stored, so the job has to store a day.
    await ledger.run('2020-01-01T00:00:00Z', {
      source: {
        readHour: (asked) =>
          Promise.resolve({
            hour: asked,
            minutes: 0,
            usages: [],
            capacity: { cpuHour: 0n, gpuHour: 0n, ramGbHour: 0n, pvGbHour: 0n, networkGb: 0n },
          }),
      },
    });
    const last = new Date(Math.floor(Date.now() / hour) * hour - 25 * hour).toISOString();
    ledger.sql(
      `insert into showback_hours (cluster, basis, part, hour, minutes) values ('c', 'allocation', 'usage', '${last}', 60)`,
    );
    const start = performance.now();
    const { status, stdout, stderr } = await startJob({
      ...ledger,
      prometheus: prometheus.url,
      node: ['--max-old-space-size=166', '--import', resolve('e2e/github/usage.mjs')],
    }).ended;
    const seconds = (performance.now() - start) / 1000;
    const { cpuSeconds, megabytes } = JSON.parse(readFileSync(usageFile, 'utf8')) as Record<string, number>;
    await prometheus.stop();
    console.log(
      `24 hours of ${namespaces} namespaces: ${seconds.toFixed(1)} s, ${cpuSeconds} s of CPU, ${megabytes} MiB`,
    );
    assert.is(status, 0, stderr);
    assert.match(stdout, /24 hours stored/);
    assert.is(ledger.sql("select count(*) from showback_rows where sort = 'workload'"), String(24 * 2 * namespaces));
    assert.ok(cpuSeconds && cpuSeconds <= limits.seconds, `${cpuSeconds} s of CPU`);
    assert.ok(megabytes && megabytes <= limits.memory, `${megabytes} MiB`);
  });

  test('a report on a month of one tenant takes at most 200 ms', async () => {
    ledger.sql(`insert into showback_days select cluster, basis, ((hour at time zone 'UTC')::date - 60 + n), sort, tenant, namespace, workload, prices,
        24 * cpu, 24 * gpu, 24 * ram, 24 * pv, 24 * net, 24 * cost_micros
      from showback_rows, generate_series(0, 29) n where hour = (select min(hour) from showback_rows)`);
    ledger.sql(
      "insert into showback_rolled select 'c', 'allocation', day from (select distinct day from showback_days) d on conflict do nothing",
    );
    ledger.sql('analyze');
    const first = ledger.sql('select min(day) from showback_days');
    const end = ledger.sql(`select date '${first}' + 30`);
    const times: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      const start = performance.now();
      const { lines } = await ledger.bill(first, end, 'tenant-00042');
      times.push(performance.now() - start);
      assert.is(lines.length, 1);
    }
    const [best = 0] = times.sort((a, b) => a - b);
    console.log(`a month of one of ${namespaces} tenants: ${best.toFixed(0)} ms`);
    assert.ok(best <= limits.report, `${best} ms`);
  });
});
