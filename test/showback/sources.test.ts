import * as assert from 'uvu/assert';
import { noQuantities } from '../../cost/meters.ts';
import { defaultStateJob, stateOf } from '../../cost/promql.ts';
import { openCost } from '../../showback/opencost.ts';
import { prometheus } from '../../showback/prometheus.ts';
import { type Query, queriesFor } from '../../showback/queries.ts';
import type { FetchJson } from '../../showback/source.ts';
import { suite } from '../harness.ts';

const hour = 1_786_500_000 - (1_786_500_000 % 3600);
const options = { url: 'http://prometheus/', tenantLabel: 'leasehold.dev/tenant', basis: 'allocation' } as const;
const gibi = 2 ** 30;

/** Responds to each Prometheus query with samples: labels and a value. */
function answering(answers: Partial<Record<Query, readonly (readonly [object, number])[]>>): FetchJson {
  const byText = new Map(
    Object.entries(queriesFor('allocation', options.tenantLabel, stateOf(defaultStateJob))).map(([name, text]) => [
      text,
      name,
    ]),
  );
  return (url) => {
    const query = byText.get(new URL(url).searchParams.get('query') ?? '') as Query;
    const result = (answers[query] ?? []).map(([metric, value]) => ({ metric, value: [hour, String(value)] }));
    return Promise.resolve({ status: 'success', data: { resultType: 'vector', result } });
  };
}

const pod = { namespace: 'pay-prod', pod: 'api-1' };
const messageOf = (act: Promise<unknown>) => act.then(String, (error: Error) => error.message);

/** An hour of two pods and a volume. */
const hourOfPay: Parameters<typeof answering>[0] = {
  minutes: [[{}, 60]],
  kubeletMinutes: [[{}, 60]],
  cpu: [
    [pod, 0.5],
    [{ namespace: 'kube-system', pod: 'dns-1' }, 0.25],
  ],
  memory: [[pod, 3 * gibi]],
  sent: [[pod, 1000]],
  received: [[pod, 24]],
  volumes: [[{ namespace: 'pay-prod', persistentvolumeclaim: 'data' }, 10 * gibi]],
  capacity: [
    [{ resource: 'cpu' }, 8],
    [{ resource: 'memory' }, 32 * gibi],
  ],
  tenants: [
    [{ namespace: 'pay-prod', label_leasehold_dev_tenant: 'pay' }, 200],
    [{ namespace: 'pay-prod', label_leasehold_dev_tenant: 'lab' }, 100],
    [{ namespace: 'kube-system', label_leasehold_dev_tenant: 'platform' }, 100],
  ],
  podOwners: [[{ ...pod, owner_kind: 'ReplicaSet', owner_name: 'api-5f' }, 1]],
  replicaSetOwners: [[{ namespace: 'pay-prod', replicaset: 'api-5f', owner_kind: 'Deployment', owner_name: 'api' }, 1]],
};

suite('in usage from Prometheus,', (test) => {
  test('a pod belongs to its Deployment and to the tenant in its newest label', async () => {
    const source = prometheus({ ...options, fetchJson: answering(hourOfPay) });
    const { usages, capacity, minutes } = await source.readHour(hour);
    assert.is(minutes, 60);
    assert.equal(capacity, { ...noQuantities, cpuHour: 8_000_000n, ramGbHour: BigInt(32 * gibi) });
    assert.equal(
      usages.map(({ tenant, kind, name }) => [tenant, kind, name]),
      [
        ['pay', 'Deployment', 'api'],
        ['', '', ''],
        ['pay', 'PersistentVolumeClaim', 'data'],
      ],
    );
    assert.equal(usages[0]?.quantities, {
      ...noQuantities,
      cpuHour: 500_000n,
      ramGbHour: BigInt(3 * gibi),
      networkGb: 1024n,
    });
  });

  test('an hour without samples is an hour without data', async () => {
    const { minutes } = await prometheus({ ...options, fetchJson: answering({}) }).readHour(hour);
    assert.is(minutes, 0);
  });

  test('an hour without metrics of the kubelets is an incomplete hour', async () => {
    const minutesOf = async (series: Parameters<typeof answering>[0]) =>
      (await prometheus({ ...options, fetchJson: answering({ minutes: [[{}, 60]], ...series }) }).readHour(hour))
        .minutes;
    assert.is(await minutesOf({}), 1);
    assert.is(await minutesOf({ kubeletMinutes: [[{}, Number.NaN]] }), 1);
    assert.is(await minutesOf({ kubeletMinutes: [[{}, 42]] }), 42);
    assert.is(await minutesOf({ minutes: [[{}, 30]], kubeletMinutes: [[{}, 60]] }), 30);
  });

  test('an invalid response is an error with the message of the response', async () => {
    const fetchJson = () => Promise.resolve({ status: 'error', error: 'too many samples' });
    assert.match(await messageOf(prometheus({ ...options, fetchJson }).readHour(hour)), /too many samples/);
  });

  test('an hour with usage is marked as unlabeled if kube-state-metrics exports no tenant label', async () => {
    const unlabeled = async (series: Parameters<typeof answering>[0]) =>
      (await prometheus({ ...options, fetchJson: answering(series) }).readHour(hour)).isUnlabeled;
    assert.is(await unlabeled(hourOfPay), false);
    assert.is(await unlabeled({ ...hourOfPay, tenants: [] }), true);
    assert.is(await unlabeled({ minutes: [[{}, 60]] }), false);
  });

  test('a value that is not a number is not billed', async () => {
    const source = prometheus({ ...options, fetchJson: answering({ minutes: [[{}, 60]], cpu: [[pod, Number.NaN]] }) });
    assert.is((await source.readHour(hour)).usages[0]?.quantities.cpuHour, 0n);
  });
});

suite('in usage from OpenCost,', (test) => {
  const allocation = {
    minutes: 60,
    cpuCoreHours: 0.66667,
    ramByteHours: 1.5 * gibi,
    pvByteHours: gibi,
    networkTransferBytes: 5,
    networkReceiveBytes: 6,
    gpuHours: 0.5,
    cpuCoreUsageAverage: 0.1,
    ramByteUsageAverage: gibi,
  };
  // The pod claims to belong to another tenant.
  const properties = { namespaceLabels: { leasehold_dev_tenant: 'pay' }, labels: { leasehold_dev_tenant: 'lab' } };
  const node = { type: 'Node', minutes: 60, cpuCoreHours: 8, ramByteHours: 32 * gibi, GPUHours: 2 };
  const fetchJson: FetchJson = (url) =>
    Promise.resolve(
      url.includes('/assets')
        ? { code: 200, data: { a: node, b: { type: 'Disk', cpuCoreHours: 99 } } }
        : {
            code: 200,
            data: [
              {
                'pay-prod/deployment/api/api-1': { ...allocation, properties },
                'kube-system/__unallocated__/__unallocated__/dns-1': allocation,
              },
              null,
            ],
          },
    );

  test('a pod belongs to the tenant of its namespace, and only nodes count as capacity', async () => {
    const { usages, capacity, minutes } = await openCost({ ...options, fetchJson }).readHour(hour);
    assert.is(minutes, 60);
    assert.equal(capacity, { ...noQuantities, cpuHour: 8_000_000n, gpuHour: 2_000_000n, ramGbHour: BigInt(32 * gibi) });
    assert.equal(usages[0], {
      tenant: 'pay',
      namespace: 'pay-prod',
      kind: 'Deployment',
      name: 'api',
      pod: 'api-1',
      quantities: {
        cpuHour: 666_670n,
        gpuHour: 500_000n,
        ramGbHour: BigInt(1.5 * gibi),
        pvGbHour: BigInt(gibi),
        networkGb: 11n,
      },
    });
    assert.equal([usages[1]?.tenant, usages[1]?.kind, usages[1]?.pod], ['', '', 'dns-1']);
  });

  test('with basis usage, averages are billed instead of the larger of request and usage', async () => {
    const { usages } = await openCost({ ...options, basis: 'usage', fetchJson }).readHour(hour);
    assert.equal([usages[0]?.quantities.cpuHour, usages[0]?.quantities.ramGbHour], [100_000n, BigInt(gibi)]);
  });

  test('an invalid response is an error with the message of the response', async () => {
    const broken = () => Promise.resolve({ code: 500, message: 'no window' });
    assert.match(await messageOf(openCost({ ...options, fetchJson: broken }).readHour(hour)), /no window/);
  });
});
