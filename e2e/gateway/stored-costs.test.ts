import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { scripts } from '../../build/scripts.ts';
import { textAt } from '../../data/tree.ts';
import { createApp } from '../../gateway/routes/app.ts';
import { openMetrics } from '../../gateway/routes/metrics.ts';
import { openDatabase } from '../../gateway/store/database.ts';
import { openStoredCosts } from '../../gateway/store/stored-costs.ts';
import { gatewayFixture } from '../../test/gateway/fixture.ts';
import type { PersonName } from '../../test/gateway/people.ts';
import { suite } from '../../test/harness.ts';
import { startPostgres } from '../postgres.ts';
import { newLedger } from '../showback/ledger.ts';

const server = await startPostgres();
const ledger = newLedger(server, 'costs');
createReader();
const database = openDatabase({
  url: `postgres://reader@127.0.0.1:${server.port}/costs`,
  password: undefined,
  schema: undefined,
});
const { gateway, ask: askFixture } = gatewayFixture();
const app = createApp({ ...gateway, costs: openStoredCosts(database, 'c') }, openMetrics());
const ask = (name: PersonName, path: string, headers: Readonly<Record<string, string>> = {}) =>
  askFixture(name, `/api/v1${path}`, { app, headers });

interface Bill {
  readonly available: boolean;
  readonly lines: readonly { readonly category: string; readonly tenant: string; readonly cost: string }[];
  readonly days: readonly { readonly day: string; readonly costs: Readonly<Record<string, number>> }[];
  readonly before?: { readonly total: string };
}

async function billOf(name: PersonName, path: string): Promise<Bill> {
  const response = await ask(name, path);
  assert.is(response.status, 200, await response.clone().text());
  return (await response.json()) as Bill;
}

const costsOf = ({ lines }: Bill) => lines.map(({ category, tenant, cost }) => `${category} ${tenant} ${cost}`);
const may = 'from=2026-05-01&to=2026-05-31';

suite('costs that the job stored', (test) => {
  test('are absent until the job has run', async () => {
    assert.equal(await billOf('admin', '/costs'), { available: false });
    assert.is(((await (await ask('admin', '/session')).json()) as { costs: string }).costs, 'stored');
  });

  test('equal the output of the command for a month', async () => {
    await ledger.run('2026-04-01T00:30:00Z');
    await ledger.run('2026-06-01T12:30:00Z');
    const bill = await billOf('admin', `/costs?${may}`);
    assert.equal(costsOf(bill), ['tenant lab 1488.000000', 'tenant pay 744.000000', 'idle  744.000000']);
    assert.equal(
      ['total', 'idle', 'unallocated', 'currency', 'finalizedUntil'].map((field) => textAt(bill, field)),
      ['2976.000000', '744.000000', '0.000000', 'EUR', '2026-06-01T12:00:00Z'],
    );
    assert.equal(
      [bill.days.length, bill.days[0]],
      [31, { day: '2026-05-01', costs: { lab: 48, pay: 24, '(idle)': 24 } }],
    );
    const printed = JSON.parse(showback('--from', '2026-05-01', '--to', '2026-06-01', '-o', 'json')) as Bill;
    assert.is(textAt(printed, 'total'), textAt(bill, 'total'));
    assert.equal(costsOf(printed), costsOf(bill));
  });

  test("are limited to a person's own tenants, unless the person has a role of the platform", async () => {
    assert.equal(costsOf(await billOf('finance', `/costs?${may}`)).length, 3);
    assert.equal(costsOf(await billOf('owner', `/costs?${may}&share=idle`)), ['tenant pay 744.000000']);
    assert.equal(costsOf(await billOf('neighbor', `/costs?${may}`)), ['tenant lab 1488.000000']);
    assert.equal(costsOf(await billOf('owner', `/tenants/pay/cost?${may}`)), ['tenant pay 744.000000']);
    assert.is((await ask('owner', `/tenants/lab/cost?${may}`)).status, 404);
    assert.equal((await billOf('stranger', `/costs?${may}`)).lines, []);
  });

  test('have steps from hours to months, the previous period, and shares of idle capacity', async () => {
    const of = async (query: string) => billOf('admin', `/costs?${query}`);
    const hours = await of('from=2026-05-31&to=2026-05-31&step=hour');
    assert.equal([hours.days.length, hours.days[23]?.day], [24, '2026-05-31T23:00:00Z']);
    assert.equal((await of(`${may}&step=week`)).days.map(({ day }) => day).slice(0, 2), ['2026-04-27', '2026-05-04']);
    const months = await of('from=2026-04-01&to=2026-05-31&step=month');
    assert.equal(
      months.days.map(({ day, costs }) => [day, costs['pay']]),
      [
        ['2026-04', 720],
        ['2026-05', 744],
      ],
    );
    assert.is((await of('from=2026-05-21&to=2026-05-31&compare=prev')).before?.total, '1056.000000');
    assert.equal(costsOf(await of(`${may}&share=idle`)), ['tenant lab 1984.000000', 'tenant pay 992.000000']);
    assert.is((await of('')).days.length, 31);
    assert.equal(costsOf(await of(`${may}&by=label:kubernetes.io/metadata.name`)).length > 0, true);
  });

  test('can be downloaded as a table for spreadsheets', async () => {
    const response = await ask('admin', `/costs?${may}`, { accept: 'text/csv' });
    const [head, ...rows] = (await response.text()).split('\r\n');
    assert.match(head ?? '', /^from,to,category,tenant/);
    assert.match(rows[0] ?? '', /^2026-05-01T00:00:00Z,2026-06-01T00:00:00Z,tenant,lab,/);
  });

  test('are not returned for periods without costs or with too many steps, and malformed queries cause no server error', async () => {
    for (const [query, message] of [
      ['from=2020-01-01&to=2020-01-02', 'only from 2026-03-31T19:00:00Z'],
      ['from=2026-04-01&to=2026-05-31&step=hour', 'more than 800 steps'],
      ['from=2026-02-30', ''],
      ['step=year', ''],
      ["by=label:x'--", ''],
    ] as const) {
      const response = await ask('admin', `/costs?${query}`);
      const text = await response.text();
      if (message === '') assert.ok([200, 400].includes(response.status), text);
      else assert.equal([response.status, text.includes(message)], [400, true], text);
    }
  });

  test('become final hour by hour', async () => {
    ledger.sql("delete from showback_hours where hour = '2026-05-30T07:00:00Z'");
    assert.is(textAt(await billOf('admin', `/costs?${may}`), 'finalizedUntil'), '2026-05-30T07:00:00Z');
  });

  test('are read-only, and unavailable while the database is down', async () => {
    const write = await database.query('create table x (y int)', []).catch(String);
    assert.match(String(write), 'read-only transaction');
    await server.stop();
    const response = await ask('admin', `/costs?${may}`);
    assert.equal([response.status, response.headers.get('retry-after')], [503, '5']);
    assert.is((await ask('admin', '/session')).status, 200);
    await database.close();
  });
});

/** Runs the rendered script twice, as if the Pod restarted. */
function createReader(): void {
  server.sql('create role postgres superuser login');
  const connection = { PGHOST: '127.0.0.1', PGPORT: String(server.port), PATH: process.env['PATH'] ?? '' };
  const names = { DATABASE_NAME: 'costs', DATABASE_OWNER: 'kryton', READER: 'reader', READER_PASSWORD: "it's" };
  for (let run = 0; run < 2; run++) {
    const args = ['-c', scripts['mto/components/scripts/create-reader']];
    const { status, stderr } = spawnSync('sh', args, { env: { ...connection, ...names }, encoding: 'utf8' });
    assert.is(status, 0, stderr);
  }
}

function showback(...args: readonly string[]): string {
  const env = { POSTGRES_CONNECTION_STRING: ledger.connectionString, CLUSTER_ID: 'c', PATH: process.env['PATH'] ?? '' };
  const all = [resolve('dist/leasehold.mjs'), 'showback', '--dir', 'tenants', '--database', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { env, encoding: 'utf8' });
  assert.is(status, 0, stderr);
  return stdout;
}
