import { minutesPerDay } from '../../../kubernetes/calendar.ts';
import type { Gap } from '../../../kubernetes/cron-gaps.ts';

/** A sync window in which Argo CD must not change workloads. */
export interface DenyWindow {
  readonly schedule: string;
  readonly minutes: number;
}

/**
 * The windows that cover exactly the time asleep. A window has a single duration, so only weekdays with nights of equal length
 * share one. Undefined if nights of different lengths start at the same time of the same weekday, or if the schedule has days of
 * the month and nights of different lengths. Argo CD evaluates windows in wall-clock time, so a window ends at the wake time even
 * if the clocks change during it [sources: argocd-24].
 */
export function denyWindows(sleep: string, gaps: readonly Gap[]): readonly DenyWindow[] | undefined {
  const lengths = new Set(gaps.map(({ length }) => length));
  const [only = 0] = lengths;
  if (lengths.size === 1) return [{ schedule: sleep, minutes: only }];
  const [, , days = '*', months = '*'] = sleep.split(' ');
  if (!/^[*?]$/.test(days)) return undefined;
  const isWeek = (gaps.at(-1) as Gap).start < 7 * minutesPerDay;
  // If all weeks are equal, only the first of consecutive sleep times needs a window. Otherwise, each sleep time needs one:
  // the times until waking differ, and some weeks would have no window.
  const groups = byTime(isWeek ? gaps.filter(({ isFirst }) => isFirst) : gaps);
  return groups?.map(({ time, minutes, weekdays }) => ({
    schedule: `${time % 60} ${Math.floor(time / 60)} * ${months} ${weekdayField(weekdays)}`,
    minutes,
  }));
}

interface WindowGroup {
  readonly time: number;
  readonly minutes: number;
  readonly weekdays: number[];
}

/** Groups gaps by time of day and length, with the weekdays on which they start. */
function byTime(gaps: readonly Gap[]): readonly WindowGroup[] | undefined {
  const lengths = new Map<string, number>();
  const groups = new Map<string, WindowGroup>();
  for (const { start, length } of gaps) {
    const time = start % minutesPerDay;
    const weekday = Math.floor(start / minutesPerDay) % 7;
    const known = lengths.get(`${time} ${weekday}`);
    if (known !== undefined && known !== length) return undefined;
    if (known !== undefined) continue;
    lengths.set(`${time} ${weekday}`, length);
    const key = `${time} ${length}`;
    const group = groups.get(key) ?? { time, minutes: length, weekdays: [] };
    groups.set(key, group);
    group.weekdays.push(weekday);
  }
  return [...groups.values()];
}

function weekdayField(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return '*';
  const sorted = weekdays.toSorted((a, b) => a - b);
  const isRun = sorted.every((day, index) => day === (sorted[0] as number) + index);
  return isRun && sorted.length > 2 ? `${sorted[0]}-${sorted.at(-1)}` : sorted.join(',');
}
