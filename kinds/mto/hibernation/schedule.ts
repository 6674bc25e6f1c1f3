import type { ProblemCode } from '../../../core/problem/codes.ts';
import { cronError, cronMacros } from '../../../kubernetes/cron.ts';
import { type Gap, gaps } from '../../../kubernetes/cron-gaps.ts';
import { type CronTimes, readCron, runsOnAnyDay } from '../../../kubernetes/cron-times.ts';
import { type DenyWindow, denyWindows } from './deny-windows.ts';

/** When namespaces sleep, and the corresponding sync windows. */
export type SleepSchedule = RecurringSleep | SleepUntilRemoved;

export interface RecurringSleep {
  readonly until: 'wake';
  readonly sleep: string;
  readonly wake: string;
  /** The shortest time asleep and the shortest time awake, in minutes. */
  readonly asleepFor: number;
  readonly awakeFor: number;
  readonly windows: readonly DenyWindow[];
}

export interface SleepUntilRemoved {
  readonly until: 'removed';
  /** Undefined to start immediately. */
  readonly sleep: string | undefined;
}

export interface ScheduleProblem {
  readonly code: ProblemCode;
  readonly field: 'sleepSchedule' | 'wakeSchedule';
  readonly message: string;
  readonly fix?: string | undefined;
}

export type SleepScheduleResult =
  | { readonly schedule: SleepSchedule }
  | { readonly problems: readonly ScheduleProblem[] };

interface ScheduleFields {
  readonly sleepSchedule?: string;
  readonly wakeSchedule?: string;
}

/** An empty schedule counts as absent [sources: mto-21]. */
export function readSleepSchedule({ sleepSchedule = '', wakeSchedule = '' }: ScheduleFields): SleepScheduleResult {
  const [sleep, wake] = [normalize(sleepSchedule), normalize(wakeSchedule)];
  const problems = [...problemsOf('sleepSchedule', sleep), ...problemsOf('wakeSchedule', wake)];
  if (problems.length > 0) return { problems };
  if (sleep === '') return { schedule: { until: 'removed', sleep: undefined } };
  return wake === '' ? { schedule: { until: 'removed', sleep } } : recurringSleep(sleep, wake);
}

function normalize(schedule: string): string {
  return schedule.trim().replace(/\s+/g, ' ');
}

const maxPerDay = 24;
/** The maximum for schedules with days of the month or with only some months, which repeat exactly only after 28 years. */
const maxPerDate = 4;

/** The IANA name of the time zone of a supervisor. */
export const timeZoneAnnotation = 'leasehold.dev/time-zone';

function problemsOf(field: ScheduleProblem['field'], schedule: string): readonly ScheduleProblem[] {
  if (schedule === '') return [];
  if (/^(?:CRON_)?TZ=/.test(schedule)) {
    const fix = `remove it, and set the annotation ${timeZoneAnnotation} or spec.hibernation.timeZone of the Platform`;
    return [{ code: 'bad-format', field, message: `${field} must not contain a time zone`, fix }];
  }
  if (schedule.startsWith('@')) {
    const meant = cronMacros[schedule];
    const message = `${field} is ${schedule}; Argo CD accepts only schedules with five fields`;
    return [{ code: 'bad-format', field, message, fix: meant === undefined ? undefined : `use ${meant}` }];
  }
  const problem = cronError(schedule);
  if (problem) return [{ ...problem, field, message: problem.message.replace(/^schedule/, field), fix: problem.fix }];
  return frequencyProblems(field, readCron(schedule));
}

function frequencyProblems(field: ScheduleProblem['field'], cron: CronTimes): readonly ScheduleProblem[] {
  const count = cron.times.length;
  const most = cron.isWeekly ? maxPerDay : maxPerDate;
  const message =
    count > most
      ? `${field} runs ${count} times a day; the maximum is ${most}${cron.isWeekly ? '' : ' for a schedule with days of the month or with months'}`
      : !runsOnAnyDay(cron) && `${field} never runs: the date does not exist`;
  return message ? [{ code: 'out-of-range', field, message }] : [];
}

function recurringSleep(sleep: string, wake: string): SleepScheduleResult {
  const [asleep, awake] = [readCron(sleep), readCron(wake)];
  const nightGaps = gaps(asleep, awake) ?? [];
  const dayGaps = gaps(awake, asleep) ?? [];
  const asleepFor = shortest(nightGaps);
  const awakeFor = shortest(dayGaps);
  if (asleepFor === 0)
    return conflictingSchedules(
      'sleepSchedule and wakeSchedule sometimes run in the same minute',
      'choose different times',
    );
  const windows = denyWindows(sleep, nightGaps);
  if (!windows) {
    return conflictingSchedules(
      'the time from sleep to wake varies with the date, which a sync window of Argo CD cannot express',
      'use schedules that repeat every week, with days of the week instead of days of the month and months',
    );
  }
  return { schedule: { until: 'wake', sleep, wake, asleepFor, awakeFor, windows } };
}

/** Reduces the list instead of calling Math.min with it, because a schedule can have hundreds of thousands of gaps. */
function shortest(gaps: readonly Gap[]): number {
  return gaps.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}

function conflictingSchedules(message: string, fix?: string): SleepScheduleResult {
  return { problems: [{ code: 'conflicting-fields', field: 'wakeSchedule', message, fix }] };
}
