import { type CivilDate, calendarCycle, dateOf } from './calendar.ts';
import { type CronField, cronFields, cronNumber } from './cron.ts';

/** The times that a schedule names, on a clock that is never put forward or back. */
export interface CronTimes {
  /** Minutes of the day, in order. */
  readonly times: readonly number[];
  /** Whether every day of every month may count, so that weeks are alike. */
  readonly isWeekly: boolean;
  /** Whether the day, counted from 1970-01-01, counts. */
  includes(day: number): boolean;
}

/**
 * Reads five fields that have no fault. A day counts when its number and its weekday do; when neither field begins
 * with a star, one of the two is enough. Source: robfig/cron v3, which Kubernetes and Argo CD read schedules with.
 */
export function readCron(schedule: string): CronTimes {
  const parts = schedule.trim().split(/\s+/);
  const [minutes, hours, days, months, weekdays] = cronFields.map((field, index) =>
    numbersOf(parts[index] ?? '*', field),
  );
  const isEither = !isStar(parts[2]) && !isStar(parts[4]);
  const counts = (date: CivilDate) => {
    const [day, weekday] = [has(days, date.day), has(weekdays, date.weekday)];
    return has(months, date.month) && (isEither ? day || weekday : day && weekday);
  };
  return {
    times: [...(hours ?? [])].flatMap((hour) => [...(minutes ?? [])].map((minute) => hour * 60 + minute)),
    isWeekly: months?.size === 12 && days?.size === 31 && !isEither,
    includes: (day) => counts(dateOf(day)),
  };
}

/** Whether some year has a day that counts. */
export function canOccur({ includes }: CronTimes): boolean {
  for (let day = 0; day < calendarCycle; day += 1) if (includes(day)) return true;
  return false;
}

function has(numbers: ReadonlySet<number> | undefined, number: number): boolean {
  return numbers?.has(number) ?? false;
}

/** A star with a step is none: of every second day and a weekday, either is enough. */
function isStar(part = '*'): boolean {
  return part.split(',').some((item) => /^[*?](?:\/1)?$/.test(item));
}

function numbersOf(part: string, field: CronField): ReadonlySet<number> {
  const all = part.split(',').flatMap((item) => itemNumbers(item, field));
  return new Set(all.sort((a, b) => a - b));
}

/** A number with a step goes on to the end: 5/15 is 5-59/15. */
function itemNumbers(item: string, field: CronField): readonly number[] {
  const [range = '*', step] = item.split('/');
  const [from = '*', to] = range.split('-');
  const every = from === '*' || from === '?';
  const first = every ? field.min : (cronNumber(from, field) ?? field.min);
  const last = every || (to === undefined && step !== undefined) ? field.max : (cronNumber(to ?? from, field) ?? first);
  const stride = Number(step ?? 1);
  return Array.from({ length: Math.floor((last - first) / stride) + 1 }, (_, index) => first + index * stride);
}
