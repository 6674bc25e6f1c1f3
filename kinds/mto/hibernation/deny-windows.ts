import type { Gap } from '../../../kubernetes/cron-gaps.ts';

/** A time in which Argo CD is to leave workloads alone: from each tick of the schedule on. */
export interface DenyWindow {
  readonly schedule: string;
  readonly minutes: number;
}

const minutesPerDay = 1440;

/**
 * The windows that cover exactly the time asleep. A window has one duration and a weekend is longer than a night, so
 * weekdays with equal nights share a window. Undefined if nights of the same weekday differ. Argo CD evaluates windows
 * by the wall clock, so a window ends at the hour of waking even when the clocks change [sources: argocd-24].
 */
export function denyWindows(sleep: string, nights: readonly Gap[]): readonly DenyWindow[] | undefined {
  const lengths = new Set(nights.map(({ length }) => length));
  const [only = 0] = lengths;
  if (lengths.size === 1) return [{ schedule: sleep, minutes: only }];
  const [, , days = '*', months = '*'] = sleep.split(' ');
  if (!/^[*?]$/.test(days)) return undefined;
  const isWeek = (nights.at(-1) as Gap).start < 7 * minutesPerDay;
  // Weeks that differ repeat a tick at other distances; left out, its window would be missing in some of them.
  const groups = byTime(isWeek ? nights.filter(({ isFirst }) => isFirst) : nights);
  return groups?.map(({ time, minutes, weekdays }) => ({
    schedule: `${time % 60} ${Math.floor(time / 60)} * ${months} ${weekdayField(weekdays)}`,
    minutes,
  }));
}

interface Group {
  readonly time: number;
  readonly minutes: number;
  readonly weekdays: number[];
}

/** Nights that begin at one time of day and are equally long, with the weekdays on which they begin. */
function byTime(nights: readonly Gap[]): readonly Group[] | undefined {
  const lengths = new Map<string, number>();
  const groups = new Map<string, Group>();
  for (const { start, length } of nights) {
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
