import { own } from '../data/own.ts';
import { calendarCycle, minutesPerDay } from './calendar.ts';
import { cronError, cronMacros } from './cron.ts';
import { readCron } from './cron-times.ts';
import { seconds } from './duration.ts';

/**
 * The longest time between two runs of a schedule, in minutes. Infinite if it never runs. Undefined if the schedule cannot be
 * read.
 */
export function longestPause(schedule: string): number | undefined {
  const [, interval] = /^@every ([0-9hms]+)$/.exec(schedule) ?? [];
  if (interval !== undefined) return seconds(interval) / 60 || undefined;
  const text = own(cronMacros, schedule.trim()) ?? schedule;
  if (cronError(text)) return undefined;
  const { times, isWeekly, includes } = readCron(text);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const days = Array.from({ length: isWeekly ? 7 : calendarCycle }, (_, day) => day).filter(includes);
  const [firstDay] = days;
  if (firstDay === undefined) return Number.POSITIVE_INFINITY;
  const nextCycle = firstDay + (isWeekly ? 7 : calendarCycle);
  return Math.max(longestGap(times), longestGap([...days, nextCycle]) * minutesPerDay + first - last);
}

/** The largest difference between a number and the next one. */
function longestGap(ascending: readonly number[]): number {
  return ascending.reduce((longest, at, index) => Math.max(longest, at - (ascending[index - 1] ?? at)), 0);
}
