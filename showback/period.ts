import { formatInstant, hour as hourLength, type Instant, parseInstant } from '../cost/instant.ts';
import type { OffsetAt } from '../kubernetes/next-run.ts';

/** A point in time, or a user-facing message. */
export type Boundary =
  | { readonly ok: true; readonly instant: Instant }
  | { readonly ok: false; readonly message: string };

/**
 * Parses the start or end of a period: an RFC 3339 time, or a date, a month or a year, which begins at midnight in the time
 * zone. Days can have 23 to 25 hours.
 */
export function readBoundary(text: string, offsetAt: OffsetAt): Boundary {
  const isTime = text.includes('T');
  const date = /^\d{4}$/.test(text) ? `${text}-01-01` : /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text;
  const read = parseInstant(date);
  if (read === undefined) return { ok: false, message: `${text} is not a date such as 2026-06-01 or an RFC 3339 time` };
  const instant = isTime ? read : midnight(read, offsetAt);
  if (instant % hourLength === 0) return { ok: true, instant };
  const why = isTime ? `${text} is not` : `in this time zone, ${text} does not begin at`;
  const fix = `use a full hour in UTC, such as ${formatInstant(instant - (instant % hourLength))}${isTime ? '' : ', or another time zone'}`;
  return { ok: false, message: `${why} the start of an hour in UTC, but costs are stored for whole hours; ${fix}` };
}

/**
 * The second offset is the one at local midnight, because the clock can change between midnight UTC and local midnight.
 */
function midnight(utc: Instant, offsetAt: OffsetAt): Instant {
  const first = utc - offsetAt(utc * 1000) * 60;
  return utc - offsetAt(first * 1000) * 60;
}
