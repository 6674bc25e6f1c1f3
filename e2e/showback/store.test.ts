import { randomBytes } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { Subscription } from '../../cost/catalogue.ts';
import { SourceError, type UsageSource } from '../../showback/source.ts';
import { suite } from '../../test/harness.ts';
import { startPostgres } from '../postgres.ts';
import { at, catalogue, connectTo, costOf, hours, newLedger, steady, steadyHour } from './ledger.ts';

const server = await startPostgres();

const hourly: Subscription = {
  namespace: 'finops',
  name: 'base',
  tenant: 'pay',
  fee: { alignment: 'HourBoundary', period: '1', priceMicros: 10 },
  meters: [],
  sources: [],
};

suite('in the cost database,', (test) => {
  test('the first run stores the last five hours, and a second run stores nothing', async () => {
    const ledger = newLedger(server, 'first');
    assert.equal(await ledger.run('2026-06-01T12:30:00Z'), { stored: 5, empty: 0 });
    const before = ledger.sql('select * from showback_rows order by hour, tenant');
    assert.equal(await ledger.run('2026-06-01T12:59:00Z'), { stored: 0, empty: 0 });
    assert.is(ledger.sql('select * from showback_rows order by hour, tenant'), before);
    const bill = await ledger.bill('2026-06-01', '2026-06-02');
    assert.equal([costOf(bill, 'pay'), costOf(bill, 'lab'), bill.total], [hours(5), hours(10), hours(20)]);
  });

  test('hours that were missed are stored, even if the job did not run for eleven days', async () => {
    const ledger = newLedger(server, 'outage');
    await ledger.run('2026-06-01T12:30:00Z');
    assert.is((await ledger.run('2026-06-12T12:30:00Z')).stored, 11 * 24);
    const bill = await ledger.bill('2026-06-01', '2026-06-13');
    assert.is(costOf(bill, 'pay'), hours(5 + 11 * 24));
    assert.is(bill.hours, 5 + 11 * 24);
  });

  test('an hour without data is requested again, and stored once there is data', async () => {
    const ledger = newLedger(server, 'late');
    const without: UsageSource = {
      readHour: (hour) =>
        Promise.resolve({
          ...steadyHour(hour),
          ...(hour === at('2026-06-01T10:00:00Z') ? { minutes: 0, usages: [] } : {}),
        }),
    };
    assert.equal(await ledger.run('2026-06-01T12:30:00Z', { source: without }), { stored: 4, empty: 1 });
    assert.equal(await ledger.run('2026-06-03T12:30:00Z', { source: steady }), { stored: 49, empty: 0 });
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'pay'), hours(17));
  });

  test('of four concurrent runs, one stores all missing hours', async () => {
    const ledger = newLedger(server, 'twice');
    await ledger.run('2026-06-01T12:30:00Z');
    const slow: UsageSource = {
      readHour: (hour) => new Promise((done) => setTimeout(() => done(steadyHour(hour)), 5)),
    };
    const runs = Array.from({ length: 4 }, () => ledger.run('2026-06-03T12:30:00Z', { source: slow }));
    const stored = (await Promise.all(runs)).map((run) => run.stored).sort((a, b) => a - b);
    assert.equal(stored, [0, 0, 0, 48]);
    assert.is((await ledger.bill('2026-06-01', '2026-06-04')).total, hours(4 * 53));
  });

  test('an hour that another connection is storing is not stored again', async () => {
    const ledger = newLedger(server, 'blocked');
    await ledger.run('2026-06-01T12:30:00Z');
    const other = await connectTo(ledger);
    await other.query('begin');
    await other.query(
      "insert into showback_hours (cluster, basis, part, hour, minutes) values ('c', 'allocation', 'usage', '2026-06-01T12:00:00Z', 60)",
    );
    const waiting = ledger.run('2026-06-01T13:30:00Z');
    setTimeout(() => void other.query('commit'), 300);
    assert.equal(await waiting, { stored: 0, empty: 0 });
    await other.end();
  });

  test('past prices are kept, and hours before a change that are stored after it have the old price', async () => {
    const ledger = newLedger(server, 'prices');
    await ledger.run('2026-06-01T12:30:00Z');
    const dearer = { ...catalogue, rates: { cpuHour: '3' } };
    await ledger.run('2026-06-01T15:30:00Z', { catalogue: dearer });
    // The job saw the change at 15:30, so the hours from 12 to 15 keep the old price.
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'pay'), hours(8));
    await ledger.run('2026-06-01T17:30:00Z', { catalogue: dearer });
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'pay'), hours(8 + 3 + 3));
    await ledger.run('2026-06-01T18:30:00Z', { catalogue });
    await ledger.run('2026-06-01T19:30:00Z', { catalogue });
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'pay'), hours(8 + 3 + 3 + 3 + 1));
  });

  test('costs in two currencies are listed separately', async () => {
    const ledger = newLedger(server, 'currencies');
    await ledger.run('2026-06-01T12:30:00Z');
    await ledger.run('2026-06-01T13:30:00Z', { catalogue: { ...catalogue, currency: 'USD' } });
    await ledger.run('2026-06-01T15:30:00Z', { catalogue: { ...catalogue, currency: 'USD' } });
    assert.equal((await ledger.bill('2026-06-01', '2026-06-02')).currencies, ['EUR', 'USD']);
  });

  test('a subscription begins when it is seen or at its start time, is charged retroactively, keeps its recorded start, and pays its last tick', async () => {
    const ledger = newLedger(server, 'fees');
    const run = (now: string, ...subscriptions: Subscription[]) =>
      ledger.run(now, { part: 'fees', catalogue: { ...catalogue, subscriptions } });
    await run('2026-06-01T12:30:00Z', hourly);
    await run('2026-06-01T15:30:00Z', hourly);
    // Seen at 12:30: half of the first tick, and two full ticks.
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'pay'), 25n);
    const early = { ...hourly, name: 'early', tenant: 'lab', activatedAt: '2026-06-01T09:30:00Z' };
    await run('2026-06-01T16:30:00Z', hourly, early);
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'lab'), 65n);
    await run('2026-06-01T16:40:00Z', hourly, { ...early, activatedAt: '2026-06-01T05:30:00Z' });
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'lab'), 65n);
    await run('2026-06-01T17:20:00Z', early);
    await run('2026-06-02T00:30:00Z', early);
    // Removed at 17:20: charged until 18:00.
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'pay'), 55n);
    await run('2026-06-02T02:30:00Z', early, hourly);
    await run('2026-06-02T04:30:00Z', early, hourly);
    // Started again at 02:30, as a new subscription.
    assert.is(costOf(await ledger.bill('2026-06-02', '2026-06-03'), 'pay'), 15n);
  });

  test('days are the sums of their hours, even if an hour is late or hours are removed', async () => {
    const ledger = newLedger(server, 'days');
    await ledger.run('2026-06-01T00:30:00Z');
    const gap: UsageSource = {
      readHour: (hour) =>
        Promise.resolve({ ...steadyHour(hour), minutes: hour === at('2026-06-02T05:00:00Z') ? 0 : 60 }),
    };
    await ledger.run('2026-06-04T00:30:00Z', { source: gap });
    assert.is(ledger.sql('select count(*) from showback_rolled'), '4');
    assert.is((await ledger.bill('2026-06-01', '2026-06-04')).total, hours(4 * 71));
    await ledger.run('2026-06-04T01:30:00Z');
    const whole = await ledger.bill('2026-06-01', '2026-06-04');
    assert.is(whole.total, hours(4 * 72));
    assert.is((await ledger.bill('2026-06-01T01:00:00Z', '2026-06-03T23:00:00Z')).total, hours(4 * 70));
    await ledger.run('2026-06-30T00:30:00Z', { catalogue: { ...catalogue, hourlyDays: 10 } });
    assert.is(ledger.sql("select count(*) from showback_rows where hour < '2026-06-19'"), '0');
    assert.equal((await ledger.bill('2026-06-01', '2026-06-04')).lines, whole.lines);
    assert.is((await ledger.bill('2026-06-01', '2026-06-30')).total, hours(4 * 29 * 24));
    const part = await ledger.bill('2026-06-01T05:00:00Z', '2026-06-03').then(String, ({ message }: Error) => message);
    assert.match(part, /^the hours of 2026-06-01 are no longer stored/);
  });

  test('a fee that is due for days whose hours are removed is added to these days', async () => {
    const ledger = newLedger(server, 'old_fees');
    const kept = { ...catalogue, hourlyDays: 3 };
    await ledger.run('2026-06-01T05:30:00Z', { catalogue: kept });
    await ledger.run('2026-06-01T05:30:00Z', { part: 'fees', catalogue: kept });
    await ledger.run('2026-06-20T00:30:00Z', { catalogue: kept });
    await ledger.run('2026-06-20T00:30:00Z', { part: 'fees', catalogue: kept });
    const before = await ledger.bill('2026-06-01', '2026-06-20');
    const early = { ...hourly, activatedAt: '2026-06-02T00:00:00Z' };
    const withFee = { part: 'fees', catalogue: { ...kept, subscriptions: [early] } } as const;
    await ledger.run('2026-06-20T01:30:00Z', withFee);
    await ledger.run('2026-06-20T02:30:00Z', withFee);
    const after = await ledger.bill('2026-06-01', '2026-06-20');
    assert.is(after.total - before.total, 10n * 24n * 18n);
    assert.is(ledger.sql("select count(*) from showback_rows where hour < '2026-06-17'"), '0');
  });

  test('an error of the source is not an error of the database', async () => {
    const ledger = newLedger(server, 'source_error');
    const source = { readHour: () => Promise.reject(new SourceError('http://p does not respond: timeout')) };
    const message = await ledger.run('2026-06-01T12:30:00Z', { source }).then(String, (error: Error) => error.message);
    assert.is(message, 'http://p does not respond: timeout');
  });

  test('an hour is stored even if the owner of a pod has a name that the database rejects', async () => {
    const ledger = newLedger(server, 'owner_names');
    const names = [randomBytes(8000).toString('base64'), 'a\0b'];
    const usagesAt = (hour: number) =>
      steadyHour(hour).usages.map((one, index) => ({ ...one, name: names[index] ?? '' }));
    const source: UsageSource = { readHour: async (hour) => ({ ...steadyHour(hour), usages: usagesAt(hour) }) };
    assert.equal(await ledger.run('2026-06-01T12:30:00Z', { source }), { stored: 5, empty: 0 });
    assert.is(costOf(await ledger.bill('2026-06-01', '2026-06-02'), 'pay'), hours(5));
  });

  test('months and days of a time zone have each of their hours once, even when clocks change', async () => {
    const ledger = newLedger(server, 'months');
    await ledger.run('2026-03-27T23:30:00Z');
    await ledger.run('2026-04-02T00:30:00Z');
    const total = async (from: string, to: string) => costOf(await ledger.bill(from, to), 'pay');
    assert.is(await total('2026-03-28', '2026-04-01'), hours(96));
    assert.is(await total('2026-04-01', '2026-04-02'), hours(24));
    // In Berlin, 29 March has 23 hours.
    assert.is(await total('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'), hours(23));
    assert.is(await total('2026-03-28T23:00:00Z', '2026-03-31T22:00:00Z'), hours(71));
  });

  test('a newer schema is not changed', async () => {
    const ledger = newLedger(server, 'newer');
    await ledger.run('2026-06-01T12:30:00Z');
    ledger.sql('insert into showback_migrations (version) values (99)');
    const message = await ledger.run('2026-06-01T13:30:00Z').then(String, ({ message }: Error) => message);
    assert.match(message, /version 99/);
  });
});
