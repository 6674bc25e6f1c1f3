import * as assert from 'uvu/assert';
import { readRecording } from '../../showback/recording.ts';
import { suite } from '../harness.ts';

const wrong: Readonly<Record<string, RegExp>> = {
  '"usages":[{"cpuHour":9007199254740993}]': /^f:2: cpuHour is too large .* put it in quotes/,
  '"usages":{"cpuHour":1}': /^f:2: usages is not a list: {"cpuHour":1}/,
  '"usages":["cpuHour"]': /^f:2: an entry of usages is not an object: cpuHour/,
  '"capacity":["cpuHour"]': /^f:2: capacity is not an object: \["cpuHour"\]/,
  '"minutes":"60"': /^f:2: minutes is not a whole number from 0 to 60: 60/,
  '"minutes":61': /^f:2: minutes is not a whole number/,
};

suite('a recording with a wrong type is an error, not an hour without usage:', (test) => {
  for (const [fields, message] of Object.entries(wrong))
    test(fields, () => {
      const text = `{"format":"leasehold-usage/1"}\n{"hour":"2026-06-01",${fields}}`;
      assert.throws(() => readRecording(text, 'f'), message);
    });
});
