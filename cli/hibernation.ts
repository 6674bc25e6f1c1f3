import { dateOf, minutesPerDay } from '../kubernetes/calendar.ts';
import { readCron } from '../kubernetes/cron-times.ts';
import { nextRun, type OffsetAt } from '../kubernetes/next-run.ts';
import type { Status } from '../leasehold.ts';
import type { Ports } from './ports.ts';

type Row = readonly [string, string];

/** The supervised namespaces, and the next times to sleep and wake, in the time zone of the supervisor. */
export function hibernationRows(hibernation: Status['hibernation'], { time }: Ports): readonly Row[] {
  if (!hibernation) return [];
  const { namespaces, timeZone, sleep, wake } = hibernation;
  const offsets = time.offsetsOf(timeZone);
  const next = (schedule: string) => (offsets ? nextTime(schedule, time.now(), offsets) : schedule);
  return [
    ['namespaces', namespaces.join(', ') || 'none'],
    ['time zone', offsets ? timeZone : `${timeZone} (unknown on this machine)`],
    ['next sleep', sleep === undefined ? 'now' : next(sleep)],
    ['next wake', wake === undefined ? 'when the supervisor is removed' : next(wake)],
  ];
}

function nextTime(schedule: string, now: number, offsets: OffsetAt): string {
  const instant = nextRun(readCron(schedule), now, offsets);
  return instant === undefined ? 'never' : timeText(instant, offsets(instant));
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon 2026-11-23 19:00 +01:00`. The offset is in minutes. */
function timeText(instant: number, offset: number): string {
  const shown = instant / 60_000 + offset;
  const { year, month, day, weekday } = dateOf(Math.floor(shown / minutesPerDay));
  const date = [year, month, day].map(two).join('-');
  return `${weekdays[weekday]} ${date} ${clock(shown % minutesPerDay)} ${offset < 0 ? '-' : '+'}${clock(Math.abs(offset))}`;
}

function clock(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
