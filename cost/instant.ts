import { dateOf, dayOf } from '../kubernetes/calendar.ts';

/** A point in time, in whole seconds since 1970 in UTC. */
export type Instant = number;

export const hour = 3600;
export const day = 24 * hour;

const format = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/;

/**
 * Parses an RFC 3339 time, with or without seconds. A date without a time means midnight in UTC. Drops fractions of a
 * second. Undefined for any other text.
 */
export function parseInstant(text: string): Instant | undefined {
  const parts = format.exec(text);
  if (!parts) return undefined;
  const [year, month, date, hours, minutes, seconds] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const days = dayOf(year ?? 0, month ?? 0, date ?? 0);
  const read = dateOf(days);
  if (read.month !== month || read.day !== date) return undefined;
  if ((hours ?? 0) > 23 || (minutes ?? 0) > 59 || (seconds ?? 0) > 59) return undefined;
  const offset = (parts[7] === '-' ? -1 : 1) * (Number(parts[8] ?? 0) * hour + Number(parts[9] ?? 0) * 60);
  return days * day + (hours ?? 0) * hour + (minutes ?? 0) * 60 + (seconds ?? 0) - offset;
}

/** `2026-08-12T09:15:00Z` */
export function formatInstant(instant: Instant): string {
  const rest = instant - Math.floor(instant / day) * day;
  const parts = [Math.floor(rest / hour), Math.floor((rest % hour) / 60), rest % 60];
  return `${formatDay(instant)}T${parts.map((part) => String(part).padStart(2, '0')).join(':')}Z`;
}

/** The day in UTC: `2026-08-12`. */
export function formatDay(instant: Instant): string {
  const { year, month, day: date } = dateOf(Math.floor(instant / day));
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** The first second of the month that is some months after the month of an instant. */
export function monthStart(instant: Instant, months: number): Instant {
  const { year, month } = dateOf(Math.floor(instant / day));
  const index = year * 12 + month - 1 + months;
  return dayOf(Math.floor(index / 12), (index % 12) + 1, 1) * day;
}

/** The number of months between the months of two instants. */
export function monthsBetween(from: Instant, to: Instant): number {
  const [start, end] = [dateOf(Math.floor(from / day)), dateOf(Math.floor(to / day))];
  return end.year * 12 + end.month - (start.year * 12 + start.month);
}
