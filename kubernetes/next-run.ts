import { minutesPerDay } from './calendar.ts';
import type { CronTimes } from './cron-times.ts';

/** Returns the UTC offset of a time zone in minutes, positive to the east. Instants are in milliseconds since 1970. */
export type OffsetAt = (instant: number) => number;

const minute = 60_000;
/** The clock changes only at multiples of this many minutes, so it shows every minute between two of them. */
const step = 15;
/**
 * No change of the clock for daylight saving time is longer than this number of minutes. It is safe to skip ahead to this
 * long before the next time of the schedule.
 */
const maxClockChange = 180;
/** The number of minutes to search ahead. The next leap day can be eight years away. */
const horizon = 9 * 366 * minutesPerDay;

/**
 * Returns the next instant at which the local clock shows a time of the schedule, in milliseconds since 1970, or
 * undefined if there is none within nine years. As in Kubernetes, a time that the clock skips in spring does not run,
 * and a time that it shows twice in autumn runs twice.
 */
export function nextRun({ times, includes }: CronTimes, after: number, offsetAt: OffsetAt): number | undefined {
  const start = Math.floor(after / minute) + 1;
  let from = start;
  while (from < start + horizon) {
    const local = from + offsetAt(from * minute);
    const day = Math.floor(local / minutesPerDay);
    const timeOfDay = local - day * minutesPerDay;
    const todaysTimes = includes(day) ? times : [];
    const untilStep = step - (from % step);
    const next = todaysTimes.find((time) => time >= timeOfDay && time < timeOfDay + untilStep);
    if (next !== undefined) return (from + next - timeOfDay) * minute;
    const nearest = todaysTimes.find((time) => time >= timeOfDay - maxClockChange) ?? minutesPerDay;
    const canSkip = timeOfDay >= maxClockChange && nearest > timeOfDay + maxClockChange;
    from += canSkip ? nearest - timeOfDay - maxClockChange : untilStep;
  }
  return undefined;
}
