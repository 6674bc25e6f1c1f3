import * as assert from 'uvu/assert';
import { openStoredCosts } from '../../gateway/store/stored-costs.ts';
import { readRows } from '../../showback/read-rows.ts';
import type { Reader } from '../../showback/reader.ts';
import { suite } from '../harness.ts';

const amounts = { cpu: '1', gpu: '0', ram: '1', pv: '0', net: '0' };
const row = {
  sort: 'workload',
  tenant: 'pay',
  namespace: 'pay-dev',
  currency: 'USD',
  cost: '1',
  start: '0',
  ...amounts,
};

/** A database with rows of short-lived pods, which understands the limit of a query, and whether it is by workload. */
function databaseWith(pods: number): Reader {
  const query = async (sql: string) => {
    if (sql.includes('missing')) return { rows: [{ first: '0', last: '86400', missing: null }] };
    if (sql.includes('count(*)')) return { rows: [{ hours: '24', partial: '0' }] };
    if (!sql.includes('cost_micros')) return { rows: [] };
    if (!sql.includes('a.workload, p.currency')) return { rows: [row] };
    const length = Math.min(pods, Number(/limit (\d+)\s*$/.exec(sql)?.[1] ?? pods));
    return { rows: Array.from({ length }, (_, index) => ({ ...row, workload: `Pod/run-${index}` })) };
  };
  return { query } as Reader;
}

const ledger = { cluster: 'c', basis: 'usage' } as const;
const wanted = { period: { from: 0, to: 86_400_000 }, by: 'workload' } as const;

const catalogue = { currency: 'USD', priceBook: 'x', basis: 'usage' } as never;
const terms = {
  ...{ from: '', to: '', step: 'day' as const, tenants: undefined, basis: undefined },
  ...{ sharesIdle: false, compares: false, labelOf: () => '' },
};

async function errorOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => '',
    (error: Error) => error.message,
  );
}

suite('rows of many pods', (test) => {
  test('are read up to a limit', async () => {
    const { rows } = await readRows(databaseWith(3), ledger, { ...wanted, maxRows: 3 });
    assert.is(rows.length, 3);
    assert.match(await errorOf(readRows(databaseWith(4), ledger, { ...wanted, maxRows: 3 })), /more than 3 amounts/);
    assert.is((await readRows(databaseWith(4), ledger, wanted)).rows.length, 4);
  });

  test('are an error of a bill in the gateway, because it keeps all of them in memory', async () => {
    const { read } = openStoredCosts(databaseWith(50_001) as never, 'c');
    assert.match(
      await errorOf(read(catalogue, { ...terms, by: 'workload' })),
      /more than 50000 amounts; choose a shorter/,
    );
    assert.is((await read(catalogue, { ...terms, by: 'tenant' }))?.().lines.length, 1);
  });

  test('are read once for all steps of a bill in the gateway', async () => {
    const { read } = openStoredCosts(databaseWith(30_000) as never, 'c');
    const bill = (await read(catalogue, { ...terms, by: 'workload' }))?.();
    assert.is(bill?.lines.length, 30_000);
    assert.equal(bill?.days[0], { day: '1970-01-01', costs: { pay: 0.000001 } });
  });
});
