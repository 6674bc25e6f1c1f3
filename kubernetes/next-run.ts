import { minutesOfDay } from './calendar.ts';
import type { CronTimes } from './cron-times.ts';

/** Minutes by which the clocks of a place are ahead of UTC at an instant, given in milliseconds since 1970. */
export type OffsetAt = (instant: number) => number;

const minute = 60_000;
/** Clocks change only at a multiple of it, so that within one they show every minute. */
const step = 15;
/** More than clocks ever change by: what is further away, and was not shown as lately, comes later for certain. */
const change = 180;
/** A leap day may be eight years away. */
const horizon = 9 * 366 * minutesOfDay;

/**
 * The first instant after another at which the clocks of a place show a time of the schedule, in milliseconds since
 * 1970; undefined when there is none within nine years. As with Kubernetes, a time that clocks skip in spring is left
 * out, and one that they show twice in autumn counts twice.
 */
export function nextRun({ times, includes }: CronTimes, after: number, offsetAt: OffsetAt): number | undefined {
  const start = Math.floor(after / minute) + 1;
  let from = start;
  while (from < start + horizon) {
    const shown = from + offsetAt(from * minute);
    const day = Math.floor(shown / minutesOfDay);
    const timeOfDay = shown - day * minutesOfDay;
    const own = includes(day) ? times : [];
    const quarter = step - (from % step);
    const hit = own.find((time) => time >= timeOfDay && time < timeOfDay + quarter);
    if (hit !== undefined) return (from + hit - timeOfDay) * minute;
    const far = own.find((time) => time >= timeOfDay - change) ?? minutesOfDay;
    from += timeOfDay >= change && far > timeOfDay + change ? far - timeOfDay - change : quarter;
  }
  return undefined;
}
