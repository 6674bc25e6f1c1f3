import { textAt } from '../../data/tree.ts';
import { minutesPerDay } from '../../kubernetes/calendar.ts';
import { cronError } from '../../kubernetes/cron.ts';
import { longestPause } from '../../kubernetes/cron-pause.ts';
import { type CronTimes, readCron } from '../../kubernetes/cron-times.ts';

/** The field that Argo CD cannot read. Such a window blocks every sync of the Applications that it applies to [sources: argocd-41]. */
export function unreadableField(window: unknown): 'schedule' | 'duration' | undefined {
  const { schedule } = timesOf(window);
  if (schedule.startsWith('@') || cronError(schedule)) return 'schedule';
  return minutesIn(textAt(window, 'duration')) === undefined ? 'duration' : undefined;
}

/** A schedule can start with a time zone. Otherwise, the zone of the window applies. */
function timesOf(window: unknown): { readonly schedule: string; readonly zone: string } {
  const text = textAt(window, 'schedule').trim();
  const [prefix = '', zone] = /^(?:CRON_)?TZ=(\S+)\s+/.exec(text) ?? [];
  return { schedule: text.slice(prefix.length), zone: zone ?? (textAt(window, 'timeZone') || 'UTC') };
}

const minutesPerWeek = 7 * minutesPerDay;
const week = Array.from({ length: minutesPerWeek }, (_, minute) => minute);

/** Whether a window is active at a minute of the week. */
type Activity = (minute: number) => boolean;

/**
 * Whether readable windows allow automated syncs at some time. Assumes so for windows in different time zones, and for those
 * that differ from week to week, unless one of them alone blocks all syncs.
 */
export function allowSyncs(windows: readonly unknown[]): boolean {
  const isComparable = new Set(windows.map((one) => timesOf(one).zone)).size === 1;
  const ofKind = (kind: string) =>
    windows.filter((one) => textAt(one, 'kind') === kind).map((one) => activityOf(one, isComparable));
  const [denies, allows] = [ofKind('deny'), ofKind('allow')];
  const isActive = (all: readonly Activity[], minute: number) => all.some((one) => one(minute));
  return week.some((at) => !isActive(denies, at) && (allows.length === 0 || isActive(allows, at)));
}

/** A window whose schedule has no date, such as February 30, is always active [sources: argocd-41]. */
function activityOf(window: unknown, isComparable: boolean): Activity {
  const { schedule } = timesOf(window);
  const isAllow = textAt(window, 'kind') === 'allow';
  const pause = longestPause(schedule) ?? 0;
  const duration = minutesIn(textAt(window, 'duration')) ?? 0;
  if (pause === Number.POSITIVE_INFINITY || duration >= pause) return () => true;
  if (duration <= 0) return () => false;
  const times = readCron(schedule);
  if (!times.isWeekly || !isComparable) return () => isAllow;
  return weekly(times, isAllow ? Math.ceil(duration) : Math.floor(duration));
}

/** Goes through two weeks, because a window can end in the week after its start. */
function weekly({ times, includes }: CronTimes, duration: number): Activity {
  const days = Array.from({ length: 7 }, (_, day) => day).filter(includes);
  const starts = new Set(days.flatMap((day) => times.map((time) => day * minutesPerDay + time)));
  const active = new Set<number>();
  let left = 0;
  for (const minute of [...week, ...week]) {
    left = starts.has(minute) ? duration : left - 1;
    if (left > 0) active.add(minute);
  }
  return (minute) => active.has(minute);
}

const unit: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** The minutes of a duration of Go. Undefined if it is malformed, such as `1d`. */
function minutesIn(duration: string): number | undefined {
  if (/^[-+]?0$/.test(duration)) return 0;
  if (!/^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(duration)) return undefined;
  const amounts = duration.split(/[-+a-zµμ]+/).filter((part) => part !== '');
  const names = duration.match(/[a-zµμ]+/g) ?? [];
  const seconds = names.reduce((sum, name, index) => sum + Number(amounts[index]) * (unit[name] ?? 0), 0);
  return (duration.startsWith('-') ? -seconds : seconds) / 60;
}
