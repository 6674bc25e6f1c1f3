import { day, formatDay, formatInstant, type Instant } from '../cost/instant.ts';
import { type Connection, inTransaction } from './database.ts';
import type { Ledger } from './store-hours.ts';

/** Adds up the hours of each past day that is not rolled up, and removes hours that are older than they are kept. */
export async function rollUp(
  connection: Connection,
  ledger: Ledger,
  { now, hourlyDays }: { readonly now: Instant; readonly hourlyDays: number },
): Promise<readonly string[]> {
  const today = Math.floor(now / day) * day;
  const { cluster, basis } = ledger;
  const { rows } = await connection.query<{ readonly day: string }>(
    `select distinct (hour at time zone 'UTC')::date::text as day from showback_rows
     where cluster = $1 and basis = $2 and hour < $3
     and not exists (select from showback_rolled r where r.cluster = $1 and r.basis = $2
       and r.day = (showback_rows.hour at time zone 'UTC')::date)
     order by day`,
    [cluster, basis, formatInstant(today)],
  );
  for (const { day: date } of rows) await rollUpDay(connection, ledger, date);
  await connection.query(
    `delete from showback_rows where cluster = $1 and basis = $2 and hour < $3
     and exists (select from showback_rolled r where r.cluster = $1 and r.basis = $2
       and r.day = (showback_rows.hour at time zone 'UTC')::date)`,
    [cluster, basis, formatInstant(today - hourlyDays * day)],
  );
  return rows.map(({ day: date }) => date);
}

/** A day is replaced as a whole. An insert of an hour waits for its row in showback_rolled, or removes it afterwards. */
function rollUpDay(connection: Connection, { cluster, basis }: Ledger, date: string): Promise<void> {
  const next = formatDay(Date.parse(`${date}T00:00:00Z`) / 1000 + day);
  const key = [cluster, basis, date];
  return inTransaction(connection, async () => {
    // Hours that are stored meanwhile must be seen: the lock lets none be half there.
    await connection.query('lock table showback_hours in share mode');
    await connection.query('delete from showback_days where cluster = $1 and basis = $2 and day = $3', key);
    await connection.query(
      `insert into showback_days
         (cluster, basis, day, sort, tenant, namespace, workload, prices, cpu, gpu, ram, pv, net, cost_micros)
       select cluster, basis, $3::date, sort, tenant, namespace, workload, prices,
         sum(cpu), sum(gpu), sum(ram), sum(pv), sum(net), sum(cost_micros)
       from showback_rows where cluster = $1 and basis = $2
         and hour >= ($3::date::timestamp at time zone 'UTC') and hour < ($4::date::timestamp at time zone 'UTC')
       group by cluster, basis, sort, tenant, namespace, workload, prices`,
      [...key, next],
    );
    await connection.query(
      'insert into showback_rolled (cluster, basis, day) values ($1, $2, $3) on conflict do nothing',
      key,
    );
  });
}
