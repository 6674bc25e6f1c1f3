import * as assert from 'uvu/assert';
import { offsetsOf } from '../io/time-zone.ts';
import { dateOf } from '../kubernetes/calendar.ts';
import { cronError } from '../kubernetes/cron.ts';
import { gaps } from '../kubernetes/cron-gaps.ts';
import { readCron } from '../kubernetes/cron-times.ts';
import { nextRun } from '../kubernetes/next-run.ts';
import { suite } from './harness.ts';

const day = 86_400_000;

suite('the calendar', (test) => {
  test('matches Date on every day of four hundred years', () => {
    for (let count = -36_600; count < 109_500; count += 1) {
      const { year, month, day: number, weekday } = dateOf(count);
      const date = new Date(count * day);
      const expected = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()];
      assert.equal([year, month, number, weekday], expected, date.toISOString());
    }
  });
});

suite('a schedule with missing fields', (test) => {
  test('is an error with the number of its fields', () => {
    assert.match(cronError('5')?.message ?? '', 'schedule has 1 field, not the required 5');
    assert.match(cronError('5 4')?.message ?? '', 'schedule has 2 fields, not the required 5');
  });
});

suite('the next run of a schedule', (test) => {
  const rows: readonly (readonly [string, string, string, string, string])[] = [
    [
      'is on the same day if the time is in the future',
      '0 19 * * *',
      'Etc/UTC',
      '2026-11-21T10:00Z',
      '2026-11-21T19:00Z',
    ],
    ['is never the instant itself', '0 19 * * *', 'Etc/UTC', '2026-11-21T19:00Z', '2026-11-22T19:00Z'],
    ['is on the next matching weekday', '0 7 * * 1-5', 'Etc/UTC', '2026-11-20T07:00Z', '2026-11-23T07:00Z'],
    ['accepts names of months and weekdays', '30 6 * JAN sun', 'Etc/UTC', '2026-11-21T10:00Z', '2027-01-03T06:30Z'],
    [
      'supports steps from a number to the end of the range',
      '50/5 8 * * *',
      'Etc/UTC',
      '2026-11-21T08:51Z',
      '2026-11-21T08:55Z',
    ],
    ['matches the day of the month or the weekday', '0 0 13 * 5', 'Etc/UTC', '2026-11-21T00:00Z', '2026-11-27T00:00Z'],
    [
      'requires both if one of them starts with a star',
      '0 0 * * 5',
      'Etc/UTC',
      '2026-11-21T00:00Z',
      '2026-11-27T00:00Z',
    ],
    ['can be years later for a leap day', '0 0 29 2 *', 'Etc/UTC', '2096-03-01T00:00Z', '2104-02-29T00:00Z'],
    ['is in winter time in winter', '0 7 * * *', 'Europe/Berlin', '2026-11-21T10:00Z', '2026-11-22T06:00Z'],
    ['is in summer time in summer', '0 7 * * *', 'Europe/Berlin', '2026-07-21T10:00Z', '2026-07-22T05:00Z'],
    [
      'is an hour earlier in UTC after clocks go forward',
      '0 7 * * *',
      'Europe/Berlin',
      '2026-03-28T20:00Z',
      '2026-03-29T05:00Z',
    ],
    [
      'is an hour later in UTC after clocks go back',
      '0 7 * * *',
      'Europe/Berlin',
      '2026-10-24T20:00Z',
      '2026-10-25T06:00Z',
    ],
    ['is never in an hour that clocks skip', '30 2 * * *', 'Europe/Berlin', '2026-03-28T20:00Z', '2026-03-30T00:30Z'],
    [
      'occurs twice in an hour that clocks repeat',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
    ],
    [
      'supports offsets of three quarters of an hour',
      '0 7 * * *',
      'Asia/Kathmandu',
      '2026-11-21T10:00Z',
      '2026-11-22T01:15Z',
    ],
    [
      'supports clocks that change by half an hour',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T10:00Z',
      '2026-10-04T15:15Z',
    ],
    ['is on the local day, not the UTC day', '0 1 * * 1', 'Asia/Tokyo', '2026-11-22T12:00Z', '2026-11-22T16:00Z'],
  ];
  for (const [title, schedule, zone, after, expected] of rows)
    test(title, () => {
      const offsets = offsetsOf(zone);
      assert.ok(offsets, zone);
      const run = nextRun(readCron(schedule), Date.parse(after), offsets);
      assert.is(run && new Date(run).toISOString(), new Date(expected).toISOString());
    });

  test('is undefined for a day that does not exist in any month', () => {
    assert.is(
      nextRun(readCron('0 0 30 2 *'), 0, () => 0),
      undefined,
    );
  });

  test('matches Intl in a year with clock changes', () => {
    const offsets = offsetsOf('Europe/Berlin');
    assert.ok(offsets);
    const cron = readCron('10,40 */5 1-20 * *');
    let at = Date.parse('2026-01-01T00:00Z');
    const found: number[] = [];
    for (; at < Date.parse('2027-01-01T00:00Z'); at = nextRun(cron, at, offsets) as number) found.push(at);
    assert.equal(found.slice(1), byClock('Europe/Berlin'));
  });
});

/** The runs in 2026 at minutes 10 and 40 of every fifth hour on days 1 to 20 of a month, derived from a clock. */
function byClock(timeZone: string): readonly number[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', hour: 'numeric', minute: 'numeric' });
  const tenMinutes = 600_000;
  const found: number[] = [];
  for (let at = Date.parse('2026-01-01T00:10Z'); at < Date.parse('2027-01-01T00:00Z'); at += tenMinutes) {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { day: number = 0, hour = 0, minute = 0 } = parts;
    if (number <= 20 && hour % 5 === 0 && (minute === 10 || minute === 40)) found.push(at);
  }
  return found;
}

suite('the gaps between two schedules', (test) => {
  const lengths = (from: string, to: string) =>
    gaps(readCron(from), readCron(to))?.map(({ start, length }) => [start / 60, length / 60]);

  test('are equally long if both run daily', () => {
    assert.equal(new Set(lengths('0 19 * * *', '0 7 * * *')?.map(([, hours]) => hours)), new Set([12]));
  });

  test('are longer across the weekend', () => {
    const monday = 24 + 19;
    assert.equal(lengths('0 19 * * 1-5', '0 7 * * 1-5'), [
      [monday, 12],
      [monday + 24, 12],
      [monday + 48, 12],
      [monday + 72, 12],
      [monday + 96, 60],
    ]);
  });

  test('continue into the next week', () => {
    assert.equal(lengths('0 12 * * 6', '0 12 * * 0'), [[156, 24]]);
  });

  test('mark repeated runs', () => {
    const found = gaps(readCron('0 19,21 * * 0'), readCron('0 7 * * *'));
    assert.equal(
      found?.map(({ isFirst }) => isFirst),
      [true, false],
    );
  });

  test('differ in leap years if they contain the end of February', () => {
    assert.equal(new Set(lengths('0 0 28 2 *', '0 0 1 3 *')?.map(([, hours]) => hours)), new Set([24, 48]));
  });

  test('are the same every year if they do not contain the end of February', () => {
    assert.equal(new Set(lengths('0 0 24 12 *', '0 0 2 1 *')?.map(([, hours]) => hours)), new Set([216]));
  });

  test('are undefined if one of them never runs', () => {
    assert.is(lengths('0 0 31 2 *', '0 0 * * *'), undefined);
    assert.is(lengths('0 0 * * *', '0 0 31 2 *'), undefined);
  });

  test('have length zero if both run at the same time', () => {
    assert.equal(lengths('0 8 * * 1', '0 8 * * *'), [[32, 0]]);
  });
});
