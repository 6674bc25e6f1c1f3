import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { startPostgres } from '../postgres.ts';
import { temporaryFolder } from '../temporary.ts';
import { oneCore, startFakePrometheus } from './fake-prometheus.ts';
import { startJob } from './job.ts';
import { catalogue, newLedger } from './ledger.ts';

const folder = temporaryFolder('leasehold-tenants-');
const book = `apiVersion: finops.stakater.com/v1alpha1
kind: PriceBook
metadata: { name: book, namespace: finops }
spec: { currency: EUR, valuationMode: currency, rates: { cpuHour: "1" } }
`;
writeFileSync(resolve(folder, 'book.yaml'), book);
const day = 86_400_000;
const [from, to] = [-2, 2].map((days) => new Date(Date.now() + days * day).toISOString().slice(0, 10));
const period = ['--from', from ?? '', '--to', to ?? ''];

/** The built command, with only the database in its environment. */
function showback(connectionString: string, ...args: readonly string[]) {
  const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');
  const env = { POSTGRES_CONNECTION_STRING: connectionString, CLUSTER_ID: 'c' };
  return spawnSync(process.execPath, [program, 'showback', '--dir', folder, ...args], { env, encoding: 'utf8' });
}

suite('leasehold showback with a database', (test) => {
  test('prints what the job stored', async () => {
    const ledger = newLedger(await startPostgres(), 'command');
    const empty = showback(ledger.connectionString, '--database', ...period);
    assert.equal([empty.status, empty.stdout], [1, '']);
    assert.match(empty.stderr, /^leasehold: the database contains no costs yet; run leasehold collect to store them/);
    const prometheus = await startFakePrometheus(oneCore);
    assert.is((await startJob({ ...ledger, prometheus: prometheus.url }).ended).status, 0);
    await prometheus.stop();
    const { status, stdout, stderr } = showback(ledger.connectionString, '--database', ...period, '-o', 'json');
    assert.is(status, 0, stderr);
    const bill = JSON.parse(stdout) as { total: string; currency: string; lines: { tenant: string; cost: string }[] };
    assert.equal([bill.total, bill.currency], ['20.000000', 'EUR']);
    assert.equal(
      bill.lines.map(({ tenant, cost }) => [tenant, cost]),
      [
        ['pay', '5.000000'],
        ['', '15.000000'],
      ],
    );
  });

  test('reports the hours without fees, if only the usage was stored', async () => {
    const ledger = newLedger(await startPostgres(), 'fees');
    const fee = { priceMicros: 1_000_000, period: '1', alignment: 'HourBoundary' } as const;
    const subscription = { namespace: 'finops', name: 'db', tenant: 'pay', fee, meters: [], sources: [] };
    const activatedAt = '2026-06-01T20:30:00Z';
    const terms = { catalogue: { ...catalogue, subscriptions: [{ ...subscription, activatedAt }] } };
    await ledger.run('2026-06-02T00:00:00Z', terms);
    const hours = ['--from', '2026-06-01T19:00:00Z', '--to', '2026-06-02T00:00:00Z'];
    const noteOf = () => /^Fees.*$/m.exec(showback(ledger.connectionString, '--database', ...hours).stdout)?.[0];
    assert.is(noteOf(), 'Fees of Subscriptions are not stored: 4 of 5 hours');
    await ledger.run('2026-06-02T00:00:00Z', { ...terms, part: 'fees' });
    assert.is(noteOf(), undefined);
  });

  test('explains that the database is unavailable, and does not print its password', () => {
    const { status, stderr } = showback('postgres://costs:geheim@127.0.0.1:1/costs', '--database', ...period);
    assert.is(status, 1);
    assert.match(stderr, /^leasehold: the database failed: connect ECONNREFUSED/);
    assert.not.match(stderr, /geheim/);
    const wrong = showback('::not a url geheim', '--database', ...period);
    assert.equal([wrong.status, /geheim/.test(wrong.stderr)], [1, false]);
  });
});
