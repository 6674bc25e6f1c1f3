import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { apportion } from '../../cost/apportion.ts';
import { withMargin } from '../../cost/margin.ts';
import { costOf, noQuantities } from '../../cost/meters.ts';
import { divideHalfEven, formatMicros, formatUnitPrice, unitPriceOf } from '../../cost/money.ts';
import { suite } from '../harness.ts';

const price = (decimal: string) => unitPriceOf(decimal) ?? -1n;
const none = { cpuHour: null, gpuHour: null, ramGbHour: null, pvGbHour: null, networkGb: null };

suite('in calculations with money,', (test) => {
  test('a decimal is parsed exactly and printed unchanged', () => {
    for (const text of ['0.031', '0.00005479452', '1.8', '123456789.123456789012', '7', '0'])
      assert.is(formatUnitPrice(price(text)), text);
    assert.is(price('0.031'), 31_000_000_000n);
    for (const text of ['', '-1', '1e3', '1,5', '.5', '5.', '0.0000000000001', '1234567890123456'])
      assert.is(unitPriceOf(text), undefined, text);
  });

  test('amounts have six decimals', () => {
    assert.is(formatMicros(193_326_488n), '193.326488');
    assert.is(formatMicros(0n), '0.000000');
    assert.is(formatMicros(-5n), '-0.000005');
  });

  test('halves are rounded to even', () => {
    const rounded = [5n, 15n, 25n, 26n, 24n, 0n].map((dividend) => divideHalfEven(dividend, 10n));
    assert.equal(rounded, [0n, 2n, 2n, 3n, 2n, 0n]);
  });

  test('margins result in the documented unit prices', () => {
    const micros = (decimal: string, margin: Parameters<typeof withMargin>[1]) =>
      (withMargin(price(decimal), margin) ?? 0n) / 1_000_000n;
    assert.is(micros('0.031', {}), 31_000n);
    assert.is(micros('0.031', { absoluteMicros: 200 }), 31_200n);
    assert.is(micros('0.031', { factorMilli: 1150 }), 35_650n);
    assert.is(micros('1.80', { factorMilli: 1200 }), 2_160_000n);
    assert.is(withMargin(null, { absoluteMicros: 200 }), null);
  });

  test('a row is rounded once', () => {
    // Each meter alone costs 0.4 micros, and all three together 1.2.
    const third = { ...noQuantities, cpuHour: 4n, gpuHour: 4n, ramGbHour: (4n * 2n ** 30n) / 10n ** 7n };
    const prices = { ...none, cpuHour: price('0.1'), gpuHour: price('0.1'), ramGbHour: price('1') };
    assert.is(costOf({ ...noQuantities, cpuHour: 4n }, prices), 0n);
    assert.is(costOf(third, prices), 1n);
  });

  test('the cost of a row is exact to within half a micro', () => {
    const amounts = fc.record({
      cpu: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      ram: fc.bigInt({ min: 0n, max: 2n ** 60n }),
      rate: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    });
    fc.assert(
      fc.property(amounts, ({ cpu, ram, rate }) => {
        const cost = costOf(
          { ...noQuantities, cpuHour: cpu, ramGbHour: ram },
          { ...none, cpuHour: rate, ramGbHour: rate },
        );
        const scale = 10n ** 6n * 2n ** 30n * 10n ** 6n;
        const error = cost * scale - (cpu * 2n ** 30n + ram * 10n ** 6n) * rate;
        assert.ok((error < 0n ? -error : error) * 2n <= scale);
      }),
    );
  });

  test('shares are proportional to within one micro, and add up to the amount', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), weights, (amount, all) => {
        const shares = apportion(amount, all);
        const total = all.reduce((sum, weight) => sum + weight, 0n);
        assert.is(
          shares.reduce((sum, share) => sum + share, 0n),
          total === 0n ? 0n : amount,
        );
        for (const [index, share] of shares.entries()) {
          const error = share * total - amount * (all[index] ?? 0n);
          assert.ok((error < 0n ? -error : error) < total || total === 0n);
        }
      }),
    );
  });
});
