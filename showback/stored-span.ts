import { hour, type Instant } from '../cost/instant.ts';
import type { Reader } from './reader.ts';
import type { Ledger } from './store-hours.ts';

/** The time span that a ledger covers. */
export interface StoredSpan {
  readonly from: Instant;
  /** The end of the last hour with usage. */
  readonly to: Instant;
  /**
   * All earlier hours are final: each is stored, or too old for the jobs to request it again. Only fees of Subscriptions with an
   * earlier start can still be added.
   */
  readonly finalizedUntil: Instant;
}

interface SpanRow {
  readonly first: string | null;
  readonly last: string | null;
  readonly missing: string | null;
}

/** Days for which an hour without data is requested again. */
const catchUpDays = 7;

/** The time span of the stored usage. Undefined if none is stored. */
export async function storedSpan(reader: Reader, { cluster, basis }: Ledger): Promise<StoredSpan | undefined> {
  const { rows } = await reader.query<SpanRow>(
    `with parts as (
       select part, min(hour) as first, max(hour) as last from showback_hours
       where cluster = $1 and basis = $2 group by part),
     missing as (
       select min(one) as hour from parts, generate_series(greatest(first, last - interval '${catchUpDays} days'),
         last + interval '1 hour', interval '1 hour') one
       where not exists (select from showback_hours h
         where h.cluster = $1 and h.basis = $2 and h.part = parts.part and h.hour = one))
     select extract(epoch from first)::bigint as first, extract(epoch from last)::bigint as last,
       extract(epoch from missing.hour)::bigint as missing
     from parts, missing where part = 'usage'`,
    [cluster, basis],
  );
  const [found] = rows;
  if (!found || found.first === null || found.last === null) return undefined;
  const to = Number(found.last) + hour;
  return { from: Number(found.first), to, finalizedUntil: found.missing === null ? to : Number(found.missing) };
}
