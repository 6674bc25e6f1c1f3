import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { type Alignment, alignments, type Fee, feeIn, isPeriod } from '../../cost/fee.ts';
import { day, formatInstant, hour, parseInstant } from '../../cost/instant.ts';
import { suite } from '../harness.ts';

const at = (text: string) => parseInstant(text) ?? Number.NaN;
const fee = (alignment: Alignment, period: string, priceMicros: number): Fee => ({ alignment, period, priceMicros });

suite('fees', (test) => {
  test('match the documented hourly example: a first tick of 45 minutes', () => {
    const hourly = fee('HourBoundary', '1', 40_000_000);
    const life = { activatedAt: at('2026-08-12T09:15:00Z') };
    assert.is(feeIn(hourly, life, at('2026-08-12T09:00:00Z'), at('2026-08-12T10:00:00Z')), 30_000_000n);
    assert.is(feeIn(hourly, life, at('2026-08-12T10:00:00Z'), at('2026-08-12T11:00:00Z')), 40_000_000n);
  });

  test('match the documented monthly example: the fee is charged in the hour that ends with the month', () => {
    const monthly = fee('MonthBoundary', '1', 300_000_000);
    const life = { activatedAt: at('2026-08-12T09:15:00Z') };
    assert.is(feeIn(monthly, life, at('2026-08-31T23:00:00Z'), at('2026-09-01T00:00:00Z')), 193_326_488n);
    assert.is(feeIn(monthly, life, at('2026-08-12T09:00:00Z'), at('2026-08-31T23:00:00Z')), 0n);
    assert.is(feeIn(monthly, life, at('2026-09-01T00:00:00Z'), at('2026-10-01T00:00:00Z')), 300_000_000n);
  });

  test('include a leap day in the first tick', () => {
    const monthly = fee('MonthBoundary', '1', 99_000_000);
    const life = { activatedAt: at('2028-02-10T12:00:00Z') };
    assert.is(feeIn(monthly, life, at('2028-02-10T12:00:00Z'), at('2028-02-29T23:00:00Z')), 0n);
    // 19.5 of 30.4375 days.
    assert.is(feeIn(monthly, life, at('2028-02-29T23:00:00Z'), at('2028-03-01T00:00:00Z')), 63_425_051n);
  });

  test('match the documented weekly example: two hours of 168', () => {
    const life = { activatedAt: at('2026-08-12T22:00:00Z') };
    const midnight = at('2026-08-13T00:00:00Z');
    const weekly = fee('DayBoundary', '7', 168_000_000);
    assert.is(feeIn(weekly, life, midnight - hour, midnight), 2_000_000n);
    assert.is(feeIn(weekly, life, midnight, midnight + 7 * day - hour), 0n);
    assert.is(feeIn(weekly, life, midnight + 7 * day - hour, midnight + 7 * day), 168_000_000n);
  });

  test('match the documented end: the last tick is charged in full', () => {
    const from = at('2026-08-12T09:15:00Z');
    const hourly = { activatedAt: from, deactivatedAt: at('2026-08-12T09:40:00Z') };
    assert.is(feeIn(fee('HourBoundary', '1', 40_000_000), hourly, from, from + 30 * day), 30_000_000n);
    const daily = { activatedAt: from, deactivatedAt: at('2026-08-15T12:00:00Z') };
    assert.is(feeIn(fee('ActivatedAt', '24h', 5), daily, from, from + 30 * day), 20n);
    assert.is(feeIn(fee('ActivatedAt', '24h', 5), daily, at('2026-08-16T09:00:00Z'), at('2026-08-16T10:00:00Z')), 5n);
  });

  test('have no further tick if they end exactly when a tick ends', () => {
    const from = at('2026-08-12T09:00:00Z');
    const life = { activatedAt: from, deactivatedAt: from + 2 * hour };
    assert.is(feeIn(fee('ActivatedAt', '1h', 7), life, from, from + day), 14n);
  });

  test('of adjacent windows add up to the fee of both, for any alignment', () => {
    const instants = fc.integer({ min: at('2024-01-01'), max: at('2029-01-01') });
    const fees = fc.record({ alignment: fc.constantFrom(...alignments), count: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fees, fc.tuple(instants, instants, instants, instants), ({ alignment, count }, [a, b, c, d]) => {
        const one = fee(alignment, alignment === 'ActivatedAt' ? `${count}h` : String(count), 1_234_567);
        const [start = 0, middle = 0, end = 0] = [a, b, c].sort((x, y) => x - y);
        for (const life of [{ activatedAt: d }, { activatedAt: start, deactivatedAt: Math.max(start, d) }]) {
          const whole = feeIn(one, life, start, end);
          assert.is(feeIn(one, life, start, middle) + feeIn(one, life, middle, end), whole);
          assert.ok(whole >= 0n);
        }
      }),
    );
  });

  test('charge every month of five years once, across leap days', () => {
    const life = { activatedAt: at('2024-01-31T00:30:00Z') };
    const monthly = fee('MonthBoundary', '1', 2_629_800);
    const end = at('2029-01-01');
    let sum = 0n;
    for (let start = at('2024-01-01'); start < end; start += hour) sum += feeIn(monthly, life, start, start + hour);
    // The first tick of 84,600 seconds, and 59 full months.
    assert.is(sum, 84_600n + 59n * 2_629_800n);
  });

  test('have nonzero periods in the format of their alignment', () => {
    const valid = ['1h', '90m', '3600s'].every((period) => isPeriod(period, 'ActivatedAt'));
    assert.ok(valid && isPeriod('12', 'MonthBoundary'));
    for (const period of ['1', '1h30m', '0h', '']) assert.not.ok(isPeriod(period, 'ActivatedAt'), period);
    for (const period of ['1h', '0', '', '-1']) assert.not.ok(isPeriod(period, 'DayBoundary'), period);
  });
});

suite('instants', (test) => {
  test('are equal after they are formatted and parsed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 10 }), (instant) => {
        assert.is(parseInstant(formatInstant(instant)), instant);
        assert.is(formatInstant(instant), new Date(instant * 1000).toISOString().replace('.000', ''));
      }),
    );
  });

  test('have their offset applied, and are rejected if they are invalid', () => {
    assert.is(parseInstant('2026-03-29T02:30:00+02:00'), at('2026-03-29T00:30:00Z'));
    assert.is(parseInstant('2026-08-12'), at('2026-08-12T00:00:00Z'));
    for (const text of [
      '2026-02-29',
      '2026-13-01',
      '2026-01-01T24:00:00Z',
      'yesterday',
      '2026-1-1',
      '2026-01-01T00:00',
    ])
      assert.is(parseInstant(text), undefined, text);
  });
});
