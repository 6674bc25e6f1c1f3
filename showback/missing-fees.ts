import { formatInstant } from '../cost/instant.ts';
import type { Period } from './read-rows.ts';
import type { Reader } from './reader.ts';
import type { Ledger } from './store-hours.ts';

/** Counts the hours of a period whose usage is stored, but whose fees are not, although a Subscription with a fee was active. */
export async function countHoursWithoutFees(
  connection: Reader,
  { cluster, basis }: Ledger,
  { from, to }: Period,
): Promise<number> {
  const { rows } = await connection.query<{ readonly hours: string }>(
    `select count(*) as hours from showback_hours u
     where cluster = $1 and basis = $2 and part = 'usage' and hour >= $3 and hour < $4
     and not exists (select from showback_hours f
       where f.cluster = u.cluster and f.basis = u.basis and f.part = 'fees' and f.hour = u.hour)
     and exists (select from showback_subscriptions s
       where s.cluster = u.cluster and s.terms ? 'fee' and s.activated_at < u.hour + interval '1 hour'
       and (s.deactivated_at is null or s.deactivated_at > u.hour))`,
    [cluster, basis, formatInstant(from), formatInstant(to)],
  );
  return Number(rows[0]?.hours ?? 0);
}
