import * as assert from 'uvu/assert';
import type { Subscription } from '../../cost/catalogue.ts';
import { suite } from '../../test/harness.ts';
import { startPostgres } from '../postgres.ts';
import { catalogue, costOf, newLedger } from './ledger.ts';

const server = await startPostgres();

const hourly: Subscription = {
  namespace: 'finops',
  name: 'base',
  tenant: 'pay',
  fee: { alignment: 'HourBoundary', period: '1', priceMicros: 10 },
  meters: [],
  sources: [],
};

function newFees(name: string) {
  const ledger = newLedger(server, name);
  return {
    run: (now: string, ...subscriptions: Subscription[]) =>
      ledger.run(now, { part: 'fees', catalogue: { ...catalogue, subscriptions } }),
    fees: async () => costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'pay'),
    records: () => ledger.sql('select count(*) from showback_subscriptions'),
  };
}

suite('in the cost database, a subscription with an end', (test) => {
  test('is recorded once, even if its file has no start', async () => {
    const { run, fees, records } = newFees('end_without_start');
    await run('2026-06-01T09:30:00Z', hourly);
    const ended = { ...hourly, deactivatedAt: '2026-06-01T12:00:00Z' };
    for (const time of ['11:30', '12:30', '13:30', '15:30']) await run(`2026-06-01T${time}:00Z`, ended);
    assert.equal([records(), await fees()], ['1', 25n]);
  });

  test('is recorded once, even if the start in its file differs from the recorded start', async () => {
    const { run, fees, records } = newFees('end_with_start');
    await run('2026-06-01T09:30:00Z', hourly);
    const ended = { ...hourly, activatedAt: '2026-06-01T06:00:00Z', deactivatedAt: '2026-06-01T12:00:00Z' };
    for (const time of ['11:30', '12:30', '13:30', '15:30']) await run(`2026-06-01T${time}:00Z`, ended);
    assert.equal([records(), await fees()], ['1', 25n]);
  });

  test('costs nothing if it ended before the first run found it', async () => {
    const { run, fees, records } = newFees('end_before_start');
    const ended = { ...hourly, deactivatedAt: '2026-06-01T09:00:00Z' };
    for (const time of ['10:30', '12:30']) await run(`2026-06-01T${time}:00Z`, ended);
    assert.equal([records(), await fees()], ['0', 0n]);
  });

  test('ends when its file is removed, if that is earlier', async () => {
    const { run, fees } = newFees('removed_before_end');
    const later = { ...hourly, activatedAt: '2026-06-01T09:00:00Z', deactivatedAt: '2026-06-01T20:00:00Z' };
    await run('2026-06-01T10:30:00Z', later);
    await run('2026-06-01T12:00:00Z');
    await run('2026-06-02T00:30:00Z');
    assert.is(await fees(), 30n);
  });

  test('ends at an end time that is added to its file later, even if its start has fractional seconds', async () => {
    const { run, fees, records } = newFees('fraction');
    const started = { ...hourly, activatedAt: '2026-06-01T08:59:59.5Z' };
    await run('2026-06-01T10:30:00Z', started);
    await run('2026-06-01T11:30:00Z', { ...started, deactivatedAt: '2026-06-01T12:00:00Z' });
    await run('2026-06-01T15:30:00Z', { ...started, deactivatedAt: '2026-06-01T12:00:00Z' });
    assert.equal([records(), await fees()], ['1', 30n]);
  });
});
