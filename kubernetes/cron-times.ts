import { type CivilDate, calendarCycle, dateOf } from './calendar.ts';
import { type CronField, cronFields, cronNumber } from './cron.ts';

/** The run times of a schedule, on a clock without daylight saving time. */
export interface CronTimes {
  /** Minutes of the day, in ascending order. */
  readonly times: readonly number[];
  /** Whether only the weekday determines which days are included, so that all weeks are alike. */
  readonly isWeekly: boolean;
  /** Whether the schedule runs on a day, counted from 1970-01-01. */
  includes(day: number): boolean;
}

/**
 * Parses a valid schedule of five fields. A day is included if its month, its day of month and its weekday match. If neither the
 * day of month nor the weekday contains a star, a match of one of these two is enough. Source: robfig/cron v3, which Kubernetes
 * and Argo CD use.
 */
export function readCron(schedule: string): CronTimes {
  const parts = schedule.trim().split(/\s+/);
  const [minutes, hours, days, months, weekdays] = cronFields.map((field, index) =>
    numbersOf(parts[index] ?? '*', field),
  );
  const isEither = !isStar(parts[2]) && !isStar(parts[4]);
  const includesDate = (date: CivilDate) => {
    const [day, weekday] = [has(days, date.day), has(weekdays, date.weekday)];
    return has(months, date.month) && (isEither ? day || weekday : day && weekday);
  };
  return {
    times: [...(hours ?? [])].flatMap((hour) => [...(minutes ?? [])].map((minute) => hour * 60 + minute)),
    isWeekly: months?.size === 12 && days?.size === 31 && !isEither,
    includes: (day) => includesDate(dateAt(day)),
  };
}

/** A cache of the dates in the first two calendar cycles, because every schedule needs the same dates. */
const dates: CivilDate[] = [];

function dateAt(day: number): CivilDate {
  const known = dates[day];
  if (known) return known;
  const date = dateOf(day);
  if (day >= 0 && day < 2 * calendarCycle) dates[day] = date;
  return date;
}

/** Whether the schedule includes a day of any year. February 30, for example, never occurs. */
export function runsOnAnyDay({ includes }: CronTimes): boolean {
  for (let day = 0; day < calendarCycle; day += 1) if (includes(day)) return true;
  return false;
}

function has(numbers: ReadonlySet<number> | undefined, number: number): boolean {
  return numbers?.has(number) ?? false;
}

/** Whether the field contains `*` or `?`. With a step above 1, neither counts. */
function isStar(part = '*'): boolean {
  return part.split(',').some((item) => /^[*?](?:\/1)?$/.test(item));
}

function numbersOf(part: string, field: CronField): ReadonlySet<number> {
  const all = part.split(',').flatMap((item) => itemNumbers(item, field));
  return new Set(all.sort((a, b) => a - b));
}

/** A single number with a step is a range up to the maximum: 5/15 means 5-59/15. */
function itemNumbers(item: string, field: CronField): readonly number[] {
  const [range = '*', step] = item.split('/');
  const [from = '*', to] = range.split('-');
  const every = from === '*' || from === '?';
  const first = every ? field.min : (cronNumber(from, field) ?? field.min);
  const last = every || (to === undefined && step !== undefined) ? field.max : (cronNumber(to ?? from, field) ?? first);
  const stride = Number(step ?? 1);
  return Array.from({ length: Math.floor((last - first) / stride) + 1 }, (_, index) => first + index * stride);
}
