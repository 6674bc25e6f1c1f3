import type { ProblemCode } from '../../../core/problem/codes.ts';
import { cronError } from '../../../kubernetes/cron.ts';
import { gaps } from '../../../kubernetes/cron-gaps.ts';
import { type CronTimes, readCron, runsOnAnyDay } from '../../../kubernetes/cron-times.ts';
import { type DenyWindow, denyWindows } from './deny-windows.ts';

/** When namespaces sleep, and how Argo CD is held off meanwhile. */
export type Rest = Nights | UntilRemoved;

export interface Nights {
  readonly until: 'wake';
  readonly sleep: string;
  readonly wake: string;
  /** Shortest time, in minutes, from a run of the one to the next of the other. */
  readonly asleepFor: number;
  readonly awakeFor: number;
  readonly windows: readonly DenyWindow[];
}

export interface UntilRemoved {
  readonly until: 'removed';
  /** Undefined: from now on. */
  readonly sleep: string | undefined;
}

export interface ScheduleFault {
  readonly code: ProblemCode;
  readonly field: 'sleepSchedule' | 'wakeSchedule';
  readonly message: string;
  readonly fix?: string | undefined;
}

export type ReadRest = { readonly rest: Rest } | { readonly faults: readonly ScheduleFault[] };

interface Given {
  readonly sleepSchedule?: string;
  readonly wakeSchedule?: string;
}

/** An empty schedule counts as absent [sources: mto-21]. */
export function readRest({ sleepSchedule = '', wakeSchedule = '' }: Given): ReadRest {
  const [sleep, wake] = [tidy(sleepSchedule), tidy(wakeSchedule)];
  const faults = [...faultsOf('sleepSchedule', sleep), ...faultsOf('wakeSchedule', wake)];
  if (faults.length > 0) return { faults };
  if (sleep === '') return { rest: { until: 'removed', sleep: undefined } };
  return wake === '' ? { rest: { until: 'removed', sleep } } : nights(sleep, wake);
}

function tidy(schedule: string): string {
  return schedule.trim().replace(/\s+/g, ' ');
}

const daily = 24;
const expansions: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** The IANA name of the time zone of a supervisor. */
export const timeZoneAnnotation = 'leasehold.dev/time-zone';

function faultsOf(field: ScheduleFault['field'], schedule: string): readonly ScheduleFault[] {
  if (schedule === '') return [];
  if (/^(?:CRON_)?TZ=/.test(schedule)) {
    const fix = `say it in the annotation ${timeZoneAnnotation}, or in spec.hibernation.timeZone of the Platform`;
    return [{ code: 'bad-format', field, message: `${field} may name no time zone`, fix }];
  }
  if (schedule.startsWith('@')) {
    const meant = expansions[schedule];
    const message = `${field} is ${schedule}; Argo CD takes five fields only`;
    return [{ code: 'bad-format', field, message, fix: meant === undefined ? undefined : `write ${meant}` }];
  }
  const fault = cronError(schedule);
  if (fault) return [{ ...fault, field, message: fault.message.replace(/^schedule/, field), fix: fault.fix }];
  return timesFaults(field, readCron(schedule));
}

function timesFaults(field: ScheduleFault['field'], cron: CronTimes): readonly ScheduleFault[] {
  const count = cron.times.length;
  const message =
    count > daily
      ? `${field} comes ${count} times a day; at most ${daily} make sense`
      : !runsOnAnyDay(cron) && `${field} never comes: no such day has that date`;
  return message ? [{ code: 'out-of-range', field, message }] : [];
}

function nights(sleep: string, wake: string): ReadRest {
  const [asleep, awake] = [readCron(sleep), readCron(wake)];
  const nightGaps = gaps(asleep, awake) ?? [];
  const dayGaps = gaps(awake, asleep) ?? [];
  const asleepFor = Math.min(...nightGaps.map(({ length }) => length));
  const awakeFor = Math.min(...dayGaps.map(({ length }) => length));
  if (asleepFor === 0) return contradiction('it is time to sleep and to wake at the same minute');
  const windows = denyWindows(sleep, nightGaps);
  if (!windows) {
    return contradiction(
      'the time from sleep to wake differs from month to month, which no sync window of Argo CD can say',
      'choose days whose distance is always the same, such as days of the week',
    );
  }
  return { rest: { until: 'wake', sleep, wake, asleepFor, awakeFor, windows } };
}

function contradiction(message: string, fix?: string): ReadRest {
  return { faults: [{ code: 'conflicting-fields', field: 'wakeSchedule', message, fix }] };
}
