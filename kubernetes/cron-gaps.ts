import { calendarCycle, minutesOfDay } from './calendar.ts';
import type { CronTimes } from './cron-times.ts';

/** The time from one tick of a schedule to the next one of another. Minutes throughout. */
export interface Gap {
  /** Counted from a Sunday at midnight. */
  readonly start: number;
  readonly length: number;
  /** Whether no other tick of the same schedule came after the last of the other. */
  readonly isFirst: boolean;
}

interface Tick {
  readonly at: number;
  readonly opens: boolean;
}

/** 1970-01-04, a Sunday. */
const firstDay = 3;

/**
 * From each tick of one schedule to the next of another, for a week, or for as long as the calendar takes to repeat
 * itself when weeks differ. Undefined when one of them never ticks. A tick of both at one minute is a gap of length 0.
 */
export function gaps(from: CronTimes, to: CronTimes): readonly Gap[] | undefined {
  const days = from.isWeekly && to.isWeekly ? 7 : calendarCycle;
  const ticks = [...ticksOf(from, days, true), ...ticksOf(to, days, false)].sort(byTime);
  const closing = ticks.filter(({ opens }) => !opens);
  const [first] = closing;
  if (!first || closing.length === ticks.length) return undefined;
  return measured(ticks, first.at + days * minutesOfDay);
}

function ticksOf({ times, includes }: CronTimes, days: number, opens: boolean): readonly Tick[] {
  const counting = Array.from({ length: days }, (_, day) => day).filter((day) => includes(day + firstDay));
  return counting.flatMap((day) => times.map((time) => ({ at: day * minutesOfDay + time, opens })));
}

/** At one minute what opens comes first. */
function byTime(a: Tick, b: Tick): number {
  return a.at - b.at || Number(b.opens) - Number(a.opens);
}

/** Backwards, since the next tick that closes is then known; after the last one comes the first of the next round. */
function measured(ticks: readonly Tick[], wrapped: number): readonly Gap[] {
  const found: Gap[] = [];
  let close = wrapped;
  for (const [index, { at, opens }] of [...ticks.entries()].reverse()) {
    if (!opens) close = at;
    else found.push({ start: at, length: close - at, isFirst: !(ticks.at(index - 1) as Tick).opens });
  }
  return found.reverse();
}
