import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { offsetsOf } from '../../io/time-zone.ts';
import { readSleepSchedule } from '../../kinds/mto/hibernation/schedule.ts';
import { readCron } from '../../kubernetes/cron-times.ts';
import { nextRun, type OffsetAt } from '../../kubernetes/next-run.ts';
import { suite } from '../harness.ts';
import { atLeast, runs } from '../runs.ts';

const minute = 60_000;
const day = 1440 * minute;
/** The interval between the compared times in a year. All hours of the day and all weekdays occur. */
const step = atLeast(3430, 310) * minute;
/** The clock of a time zone changes only at multiples of this interval. */
const quarter = 15 * minute;

/** The offsets of the zone, each computed once, because most tests need the same ones. */
function berlin(): OffsetAt {
  const offsets = offsetsOf('Europe/Berlin') as OffsetAt;
  const known = new Map<number, number>();
  return (instant) => {
    const start = Math.floor(instant / quarter) * quarter;
    const offset = known.get(start) ?? offsets(start);
    known.set(start, offset);
    return offset;
  };
}

suite('law: sync windows', (test) => {
  const offsets = berlin();
  const pairs: readonly (readonly [string, string])[] = [
    ['0 19 * * *', '0 7 * * *'],
    ['0 19 * * 1-5', '0 7 * * 1-5'],
    ['30 18,20,22 * * *', '15 6 * * 1-5'],
    ['0 0 24 12 *', '0 9 2 1 *'],
    ['0 20 * 6-8 *', '0 5 * * *'],
    ['0 20 * 7 FRI', '0 5 * * MON'],
    ['0 22 * * 0,3', '0 4 * * 1,2,6'],
  ];
  for (const [sleep, wake] of pairs)
    test(`from ${sleep} to ${wake} match the schedules, in a year with clock changes`, () => {
      const windows = windowsOf(sleep, wake);
      const [from, to] = [Date.UTC(2026, 0, 3, 0, 7), Date.UTC(2027, 0, 3)];
      const isAsleep = sleeper(sleep, wake, [from - 370 * day, to], offsets);
      for (let at = from; at < to; at += step)
        assert.is(isOpen(windows, at, offsets), isAsleep(at), new Date(at).toISOString());
    });

  test('are open exactly while workloads sleep, for any weekdays and hours', () => {
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 2, maxLength: 2 });
    const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
    fc.assert(
      fc.property(hours, weekdays, weekdays, ([to = 0, from = 0], nights, mornings) => {
        const [sleep, wake] = [`0 ${to} * * ${nights.join()}`, `0 ${from} * * ${mornings.join()}`];
        const windows = windowsOf(sleep, wake);
        const isAsleep = sleeper(sleep, wake, [0, 50 * day], () => 0);
        for (let at = 30 * day + 7 * minute; at < 44 * day; at += 60 * minute)
          assert.is(
            isOpen(windows, at, () => 0),
            isAsleep(at),
            `${sleep}, ${wake}`,
          );
      }),
      { numRuns: runs(10) },
    );
  });
});

function windowsOf(sleepSchedule: string, wakeSchedule: string) {
  const result = readSleepSchedule({ sleepSchedule, wakeSchedule });
  assert.ok('schedule' in result && result.schedule.until === 'wake', JSON.stringify(result));
  const windows = 'schedule' in result && result.schedule.until === 'wake' ? result.schedule.windows : [];
  return windows.map(({ schedule, minutes }) => ({ cron: readCron(schedule), minutes }));
}

/** The rule of Argo CD: subtract the duration from the local time, and check whether the next run has passed. */
function isOpen(windows: ReturnType<typeof windowsOf>, at: number, offsets: OffsetAt): boolean {
  const shown = at + offsets(at) * minute;
  return windows.some(({ cron, minutes }) => {
    const next = nextRun(cron, shown - minutes * minute, () => 0);
    return next !== undefined && next < shown;
  });
}

/**
 * Returns a function of a time in the span: whether the last job before that time was the job that puts workloads to sleep.
 */
function sleeper(sleep: string, wake: string, span: readonly [number, number], offsets: OffsetAt) {
  const events = [...runsOf(sleep, span, offsets, true), ...runsOf(wake, span, offsets, false)].sort(
    (a, b) => a.at - b.at,
  );
  return (at: number) => events.findLast((event) => event.at <= at)?.sleeps ?? false;
}

function runsOf(schedule: string, [from, to]: readonly [number, number], offsets: OffsetAt, sleeps: boolean) {
  const cron = readCron(schedule);
  const found: { readonly at: number; readonly sleeps: boolean }[] = [];
  for (let at = nextRun(cron, from, offsets); at !== undefined && at < to; at = nextRun(cron, at, offsets))
    found.push({ at, sleeps });
  return found;
}
