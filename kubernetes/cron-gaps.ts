import { calendarCycle, minutesPerDay } from './calendar.ts';
import type { CronTimes } from './cron-times.ts';

/** The time from a run of one schedule to the next run of another. All values are in minutes. */
export interface Gap {
  /** Counted from a Sunday at midnight. */
  readonly start: number;
  readonly length: number;
  /** Whether this gap starts at the first run of the one schedule since the last run of the other. */
  readonly isFirst: boolean;
}

interface Run {
  readonly at: number;
  /** Whether a gap starts at this run. Otherwise gaps end at it. */
  readonly isStart: boolean;
}

/** 1970-01-04, a Sunday. */
const firstDay = 3;

/**
 * Returns the gap from each run of one schedule to the next run of another. Covers a week or, if weeks differ, the time
 * until the calendar repeats itself. Returns undefined if one of the schedules never runs. If both run at the same
 * minute, the gap has length 0.
 */
export function gaps(from: CronTimes, to: CronTimes): readonly Gap[] | undefined {
  const days = from.isWeekly && to.isWeekly ? 7 : calendarCycle;
  const [starts, stops] = [runsOf(from, days, true), runsOf(to, days, false)];
  const runs = [...starts, ...stops].sort(byTime);
  const ends = runs.filter(({ isStart }) => !isStart);
  const [firstEnd] = ends;
  if (!firstEnd || ends.length === runs.length) return undefined;
  return gapsBetween(runs, firstEnd.at + days * minutesPerDay);
}

function runsOf({ times, includes }: CronTimes, days: number, isStart: boolean): readonly Run[] {
  const included = Array.from({ length: days }, (_, day) => day).filter((day) => includes(day + firstDay));
  return included.flatMap((day) => times.map((time) => ({ at: day * minutesPerDay + time, isStart })));
}

/** Sorts a start before an end at the same minute. */
function byTime(a: Run, b: Run): number {
  return a.at - b.at || Number(b.isStart) - Number(a.isStart);
}

/** Goes backwards, so that the next end is always known. The last gap ends at the first end of the next cycle. */
function gapsBetween(runs: readonly Run[], nextCycleEnd: number): readonly Gap[] {
  const found: Gap[] = [];
  let end = nextCycleEnd;
  for (const [index, { at, isStart }] of [...runs.entries()].reverse()) {
    if (!isStart) end = at;
    else found.push({ start: at, length: end - at, isFirst: !(runs.at(index - 1) as Run).isStart });
  }
  return found.reverse();
}
