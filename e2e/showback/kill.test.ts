import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { startPostgres } from '../postgres.ts';
import { oneCore, startFakePrometheus } from './fake-prometheus.ts';
import { startJob, startProxy } from './job.ts';
import { costOf, hours, newLedger } from './ledger.ts';

const server = await startPostgres();
const prometheus = await startFakePrometheus(oneCore);
const day = 86_400_000;
const [from, to] = [-2, 2].map((days) => new Date(Date.now() + days * day).toISOString().slice(0, 10));

/** The cost of tenant pay that all runs together stored. Asserts that it is a quarter of the total. */
async function costOfPay(ledger: ReturnType<typeof newLedger>): Promise<bigint> {
  const bill = await ledger.bill(from ?? '', to ?? '');
  assert.is(bill.total, 4n * costOf(bill, 'pay'));
  return costOf(bill, 'pay');
}

/** Runs the job, kills it before or after it sends the message with a number, and returns how many messages it sent. */
async function killedAt(message: number, when: 'before' | 'after', connectionString: string): Promise<number> {
  let job: ReturnType<typeof startJob> | undefined;
  const proxy = await startProxy(connectionString, (count, now) => count === message && now === when && job?.kill());
  job = startJob({ connectionString: proxy.connectionString, prometheus: prometheus.url });
  await job.ended;
  await proxy.stop();
  return proxy.messages();
}

suite('a job that is killed', (test) => {
  test('is completed by the next run, whether it is killed at one of the first 20 messages to an empty database, or at every sixth message after that', async () => {
    let message = 0;
    for (let sent = 0; sent >= message; ) {
      // The first messages create the tables. The later messages repeat for each hour, so every sixth is enough.
      message += message < 20 ? 1 : 6;
      const ledger = newLedger(server, `empty_${message}`);
      sent = await killedAt(message, message % 2 === 0 ? 'before' : 'after', ledger.connectionString);
      const { status, stderr } = await startJob({ ...ledger, prometheus: prometheus.url }).ended;
      assert.is(status, 0, stderr);
      assert.ok([hours(5), hours(6)].includes(await costOfPay(ledger)), `message ${message}`);
    }
    assert.ok(message > 40, `${message} messages`);
  });
});

suite('a restart of PostgreSQL', (test) => {
  test('ends the run with an error, and the next run completes the work', async () => {
    const ledger = newLedger(server, 'restarted');
    let asked = 0;
    const slow = await startFakePrometheus(async (query) => {
      if (query === 'minutes' && ++asked === 3) await server.restart();
      return oneCore(query);
    });
    const broken = await startJob({ ...ledger, prometheus: slow.url }).ended;
    await slow.stop();
    assert.is(broken.status, 1);
    assert.match(broken.stderr, /^leasehold: the database failed: /);
    const { status, stderr } = await startJob({ ...ledger, prometheus: prometheus.url }).ended;
    assert.is(status, 0, stderr);
    assert.ok([hours(5), hours(6)].includes(await costOfPay(ledger)));
    await prometheus.stop();
  });
});
