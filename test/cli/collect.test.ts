import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { runOn } from './fake-ports.ts';

suite('leasehold collect', (test) => {
  test('reports a missing or invalid argument or catalogue', async () => {
    const run = (...args: readonly string[]) => runOn({ texts: { c: '{}', d: 'x' } }, 'collect', ...args);
    assert.match((await run('bills')).stderr, /stores usage or fees, not bills/);
    assert.match((await run('usage')).stderr, /catalogue/);
    assert.match((await run('usage', '--catalogue', 'c')).stderr, /c: the catalogue has no currency/);
    assert.match((await run('usage', '--catalogue', 'd')).stderr, /d: the catalogue is not valid JSON/);
  });

  test('uses the variables of PostgreSQL if there is no connection string', async () => {
    const catalogue = JSON.stringify({ currency: 'EUR', basis: 'usage', rates: {}, subscriptions: [] });
    const used: string[] = [];
    const collectInto = ({ connectionString }: { readonly connectionString: string }) => {
      used.push(connectionString);
      return Promise.resolve({ stored: 1, empty: 0 });
    };
    const costs = {
      variable: (name: string) => (name === 'PGHOST' ? 'db' : undefined),
      openStore: () => Promise.resolve({ collectInto } as never),
    };
    const { code } = await runOn(
      { now: '2026-06-01T12:30:00Z', texts: { c: catalogue }, costs },
      'collect',
      'fees',
      '--catalogue',
      'c',
    );
    assert.equal([code, used], [0, ['postgresql:///']]);
  });

  test('waits until two minutes after the hour, so that the data of the hour has arrived', async () => {
    const waited: number[] = [];
    const catalogue = JSON.stringify({ currency: 'EUR', basis: 'usage', rates: {}, subscriptions: [] });
    const store = { collectInto: () => Promise.resolve({ stored: 1, empty: 2 }) };
    const { code, stdout } = await runOn(
      {
        now: '2026-06-01T12:00:30Z',
        texts: { c: catalogue },
        costs: {
          variable: (name) => (name === 'POSTGRES_CONNECTION_STRING' ? 'postgres://x' : undefined),
          sleep: (milliseconds) => Promise.resolve(void waited.push(milliseconds)),
          openStore: () => Promise.resolve(store as never),
        },
      },
      'collect',
      'fees',
      '--catalogue',
      'c',
    );
    assert.equal([code, stdout, waited], [0, '1 hour stored, 2 without data\n', [90_000]]);
  });
});
