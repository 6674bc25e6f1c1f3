import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { billable, billOf, groupings, shareAmongTenants } from '../../cost/bill.ts';
import { addQuantities, byMeter, costOf, meters, noQuantities, type Quantities } from '../../cost/meters.ts';
import { unitPriceOf } from '../../cost/money.ts';
import { feeRows, type Terms, usageRows } from '../../cost/row.ts';
import type { HourUsage } from '../../cost/usage.ts';
import { suite } from '../harness.ts';

const prices = byMeter((meter) => unitPriceOf(meter === 'networkGb' ? '0.09' : '0.031417') ?? null);
const amounts = fc.bigInt({ min: 0n, max: 10n ** 13n });
const quantities: fc.Arbitrary<Quantities> = fc.record({
  cpuHour: amounts,
  gpuHour: amounts,
  ramGbHour: amounts,
  pvGbHour: amounts,
  networkGb: amounts,
});
const usage = fc.record({
  tenant: fc.constantFrom('', 'pay', 'lab', 'shop'),
  namespace: fc.constantFrom('a', 'b', 'c'),
  kind: fc.constantFrom('', 'Deployment', 'StatefulSet'),
  name: fc.constantFrom('api', 'web'),
  pod: fc.constantFrom('api-1', 'api-2', 'web-1'),
  quantities,
});
const hours: fc.Arbitrary<HourUsage> = fc.record({
  hour: fc.constant(1_786_500_000 - (1_786_500_000 % 3600)),
  minutes: fc.constant(60),
  usages: fc.array(usage, { maxLength: 30 }),
  capacity: quantities,
});

const terms: Terms = {
  prices: { ...prices, gpuHour: null },
  subscriptions: [
    {
      namespace: 'finops',
      name: 'markup',
      tenant: 'pay',
      life: { activatedAt: 0 },
      fee: { alignment: 'HourBoundary', period: '1', priceMicros: 3 },
      meters: [{ name: 'cpuHour', factorMilli: 1500 }],
      sources: [
        { namespace: 'a', resourceType: 'Deployment', name: 'api' },
        { resourceType: 'Pod', name: 'web-1' },
      ],
    },
  ],
};

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

suite('bills', (test) => {
  test('quantities and costs of tenants, idle capacity and unallocated usage add up exactly to those of the cluster', () => {
    fc.assert(
      fc.property(hours, (hour) => {
        const rows = [...usageRows(hour, terms), ...feeRows(hour.hour, terms.subscriptions)];
        const used = hour.usages.reduce((total, one) => addQuantities(total, one.quantities), noQuantities);
        const found = rows.reduce((total, row) => addQuantities(total, row.quantities), noQuantities);
        for (const meter of meters)
          assert.is(found[meter], hour.capacity[meter] > used[meter] ? hour.capacity[meter] : used[meter], meter);
        const total = sum(rows.map(({ cost }) => cost));
        for (const by of groupings) {
          const bill = billOf(rows.map(billable), by);
          assert.is(bill.total, total);
          const parts = ['tenant', 'unallocated', 'idle'].map((category) =>
            sum(bill.lines.filter((line) => line.category === category).map(({ cost }) => cost)),
          );
          assert.is(sum(parts), total);
          const shared = shareAmongTenants(bill, ['idle', 'unallocated']);
          assert.is(sum(shared.lines.map((line) => line.cost + line.shared)), total);
        }
      }),
    );
  });

  test('each workload has one row for each hour, and the price of each row explains its cost', () => {
    fc.assert(
      fc.property(hours, (hour) => {
        const rows = usageRows(hour, terms);
        const keys = rows.map(({ tenant, namespace, workload }) => [tenant, namespace, workload].join('/'));
        assert.is(new Set(keys).size, keys.length);
        for (const row of rows) assert.is(row.cost, costOf(row.quantities, row.prices));
      }),
    );
  });

  test('a subscription prices the workloads that it selects, and a used meter without a price is listed', () => {
    const one = { tenant: 'pay', namespace: 'a', kind: 'Deployment', name: 'api', pod: 'api-1' };
    const used = { ...noQuantities, cpuHour: 1_000_000n, gpuHour: 1_000_000n };
    const rows = usageRows(
      {
        hour: 3600,
        minutes: 60,
        usages: [
          { ...one, quantities: used },
          { ...one, name: 'web', quantities: used },
        ],
        capacity: noQuantities,
      },
      terms,
    );
    assert.equal(
      rows.map(({ workload, cost }) => [workload, cost]),
      [
        ['Deployment/api', 47_126n],
        ['Deployment/web', 31_417n],
        ['', 0n],
      ],
    );
    assert.equal(billOf(rows.map(billable), 'tenant').lines[0]?.unpriced, ['gpuHour']);
  });

  test('a source without a namespace does not price the workloads of other tenants', () => {
    const used = { ...noQuantities, cpuHour: 1_000_000n };
    const usageOf = (tenant: string) => ({
      tenant,
      namespace: tenant,
      kind: '',
      name: '',
      pod: 'web-1',
      quantities: used,
    });
    const usages = ['', 'lab', 'pay'].map(usageOf);
    const rows = usageRows({ hour: 3600, minutes: 60, usages, capacity: noQuantities }, terms);
    const costs = rows.filter(({ sort }) => sort === 'workload').map(({ tenant, cost }) => [tenant, cost]);
    assert.equal(costs, [
      ['', 31_417n],
      ['lab', 31_417n],
      ['pay', 47_126n],
    ]);
  });

  test('the cost of an hour of all resources with margins equals a calculation by hand', () => {
    const rates = {
      cpuHour: '0.0317',
      gpuHour: '1.95',
      ramGbHour: '0.0043',
      pvGbHour: '0.00005479452',
      networkGb: '0.09',
    };
    const gibibytes = (count: bigint) => count * 2n ** 30n;
    const used = {
      cpuHour: 2_500_000n,
      gpuHour: 1_000_000n,
      ramGbHour: gibibytes(8n),
      pvGbHour: gibibytes(100n),
      networkGb: gibibytes(3n),
    };
    const gold = {
      namespace: 'finops',
      name: 'gold',
      tenant: 'pay',
      life: { activatedAt: 0 },
      meters: [
        { name: 'cpuHour', factorMilli: 1150 },
        { name: 'gpuHour', absoluteMicros: 250_001 },
        { name: 'pvGbHour', absoluteMicros: 3 },
        { name: 'networkGb', factorMilli: 333 },
      ],
      sources: [{ namespace: 'a' }],
    } as const;
    const hour = { hour: 3600, minutes: 60, capacity: noQuantities };
    const usages = [{ tenant: 'pay', namespace: 'a', kind: 'Job', name: 'train', pod: '', quantities: used }];
    const [row] = usageRows(
      { ...hour, usages },
      { prices: byMeter((meter) => unitPriceOf(rates[meter]) ?? null), subscriptions: [gold] },
    );
    // 2.5 * 0.036455 + 2.200001 + 8 * 0.0043 + 100 * 0.00005779452 + 3 * 0.02997 = 2.421227952
    assert.is(row?.cost, 2_421_228n);
  });

  test('usage above the capacity causes no negative idle capacity', () => {
    const rows = usageRows(
      {
        hour: 0,
        minutes: 60,
        usages: [
          { tenant: '', namespace: 'a', kind: '', name: '', pod: 'p', quantities: { ...noQuantities, cpuHour: 9n } },
        ],
        capacity: { ...noQuantities, cpuHour: 5n, ramGbHour: 7n },
      },
      terms,
    );
    assert.equal(rows.at(-1)?.quantities, { ...noQuantities, ramGbHour: 7n });
  });
});
