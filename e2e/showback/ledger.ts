import pg from 'pg';
import { billOf } from '../../cost/bill.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { type Instant, parseInstant } from '../../cost/instant.ts';
import { noQuantities } from '../../cost/meters.ts';
import type { HourUsage } from '../../cost/usage.ts';
import { type Collected, type Collection, collect } from '../../showback/collect.ts';
import { withDatabase } from '../../showback/database.ts';
import { readRows } from '../../showback/read-rows.ts';
import type { UsageSource } from '../../showback/source.ts';
import type { Postgres } from '../postgres.ts';

/** A catalogue with simple prices: 1.00 for a core-hour, and nothing else has a price. */
export const catalogue: Catalogue = {
  priceBook: 'finops/book',
  currency: 'EUR',
  rates: { cpuHour: '1' },
  basis: 'allocation',
  tenantLabel: 'leasehold.dev/tenant',
  hourlyDays: 90,
  subscriptions: [],
};

export const at = (text: string): Instant => parseInstant(text) ?? Number.NaN;

/** Two tenants and idle capacity: of 4 cores, `pay` has 1, `lab` has 2, and the rest is idle. */
export const steady: UsageSource = { readHour: (hour) => Promise.resolve(steadyHour(hour)) };

export function steadyHour(hour: Instant): HourUsage {
  const usage = (tenant: string, cores: bigint) => ({
    tenant,
    namespace: `${tenant}-prod`,
    kind: 'Deployment',
    name: 'api',
    pod: 'api-1',
    quantities: { ...noQuantities, cpuHour: cores * 1_000_000n },
  });
  const usages = [usage('pay', 1n), usage('lab', 2n)];
  return { hour, minutes: 60, usages, capacity: { ...noQuantities, cpuHour: 4_000_000n } };
}

/** A new database on a server, and the actions of showback on it. */
export function newLedger(server: Postgres, name: string) {
  server.sql(`CREATE DATABASE ${name}`, 'postgres');
  const connectionString = `postgres://kryton@127.0.0.1:${server.port}/${name}`;
  const options = { connectionString, connectTimeout: 10_000, statementTimeout: 60_000 };
  return {
    connectionString,
    sql: (text: string) => server.sql(text, name),
    run: (now: string, more: Partial<Collection> = {}): Promise<Collected> => {
      const collection = { part: 'usage', cluster: 'c', catalogue, source: steady, log: () => {}, ...more } as const;
      return withDatabase(options, (connection) => collect(connection, { ...collection, now: at(now) }));
    },
    bill: async (from: string, to: string, tenant?: string) => {
      const period = { from: at(from), to: at(to) };
      const ledger = { cluster: 'c', basis: 'allocation' } as const;
      const stored = await withDatabase(options, (connection) =>
        readRows(connection, ledger, { period, by: 'tenant', tenants: tenant === undefined ? undefined : [tenant] }),
      );
      return { ...stored, ...billOf(stored.rows, 'tenant') };
    },
  };
}

export type TestLedger = ReturnType<typeof newLedger>;

/** The cost of a tenant in a bill, in micros. */
export function costOf(bill: Awaited<ReturnType<TestLedger['bill']>>, tenant: string): bigint {
  return bill.lines.find((line) => line.category === 'tenant' && line.tenant === tenant)?.cost ?? 0n;
}

export async function connectTo(ledger: TestLedger): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ledger.connectionString });
  await client.connect();
  return client;
}

export const hours = (count: number): bigint => BigInt(count) * 1_000_000n;
