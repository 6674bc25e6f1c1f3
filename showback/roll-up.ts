import { day, formatDay, formatInstant, type Instant } from '../cost/instant.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Connection } from './database.ts';
import { addToDays, type Ledger } from './store-hours.ts';

/**
 * Adds up the hours of each past day that is not rolled up yet, and removes expired hours. Returns the days that it
 * rolled up.
 */
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
  await prune(connection, ledger, today - hourlyDays * day);
  return rows.map(({ day: date }) => date);
}

/** Removes the expired hours of days that are rolled up. */
async function prune(connection: Connection, { cluster, basis }: Ledger, before: Instant): Promise<void> {
  await connection.query(
    `with pruned as (
       update showback_rolled set is_pruned = true where cluster = $1 and basis = $2 and day < $3::date returning day)
     delete from showback_rows where cluster = $1 and basis = $2 and hour < $4
       and (hour at time zone 'UTC')::date in (select day from pruned)`,
    [cluster, basis, formatDay(before), formatInstant(before)],
  );
}

/** A day is rolled up once. Hours that are stored afterwards are added to it. */
function rollUpDay(connection: Connection, { cluster, basis }: Ledger, date: string): Promise<void> {
  return inTransaction(connection, async () => {
    // Waits for hours that are being stored, and blocks later ones.
    await connection.query('lock table showback_hours in share mode');
    const rolled = await connection.query(
      'insert into showback_rolled (cluster, basis, day) values ($1, $2, $3) on conflict do nothing',
      [cluster, basis, date],
    );
    if (rolled.rowCount === 0) return;
    const ofDay = `h.cluster = $1 and h.basis = $2 and h.hour >= ($3::date::timestamp at time zone 'UTC')
      and h.hour < (($3::date + 1)::timestamp at time zone 'UTC')`;
    await connection.query(addToDays('showback_rows', ofDay), [cluster, basis, date]);
  });
}
