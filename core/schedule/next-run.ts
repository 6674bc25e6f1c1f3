import { minutesOfDay } from './calendar.ts';
import type { CronTimes } from './cron-times.ts';

/** Minutes by which the clocks of a place are ahead of UTC at an instant, given in milliseconds since 1970. */
export type OffsetAt = (instant: number) => number;

const minute = 60_000;
/** Offsets of every zone change at a multiple of it, and are a multiple of it since 1972. */
const step = 15;
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
    const timeOfDay = shown - Math.floor(shown / minutesOfDay) * minutesOfDay;
    if (!includes(Math.floor(shown / minutesOfDay))) {
      from += toNextDay(timeOfDay);
      continue;
    }
    const until = Math.floor(from / step) * step + step;
    const hit = times.find((time) => time >= timeOfDay && time < timeOfDay + until - from);
    if (hit !== undefined) return (from + hit - timeOfDay) * minute;
    from = until;
  }
  return undefined;
}

/** Well short of midnight, in case clocks change before it. */
function toNextDay(timeOfDay: number): number {
  const left = minutesOfDay - timeOfDay;
  return left > 240 ? left - 180 : step - (timeOfDay % step);
}
