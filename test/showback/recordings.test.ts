import * as assert from 'uvu/assert';
import { noQuantities } from '../../cost/meters.ts';
import { readRecording, recordingText } from '../../showback/recording.ts';
import { suite } from '../harness.ts';

const hour = 1_786_500_000 - (1_786_500_000 % 3600);

suite('in recordings,', (test) => {
  test('a saved recording is read back unchanged', async () => {
    const usage = {
      hour,
      minutes: 59,
      usages: [
        {
          tenant: 'pay',
          namespace: 'a',
          kind: 'Job',
          name: 'b',
          pod: 'c',
          quantities: { ...noQuantities, ramGbHour: 2n ** 60n, cpuHour: 7n },
        },
      ],
      capacity: { ...noQuantities, cpuHour: 9n },
    };
    const recording = readRecording(recordingText([usage], { basis: 'usage', sample: false }), 'f');
    assert.equal(await recording.readHour(hour), usage);
    assert.equal([recording.basis, recording.isSample, recording.hours], ['usage', false, [hour]]);
    assert.is((await recording.readHour(hour + 3600)).minutes, 0);
  });

  test('mistakes are reported with their line', () => {
    const head = '{"format":"leasehold-usage/1"}\n';
    const reading = (text: string) => {
      try {
        return String(readRecording(text, 'f'));
      } catch (error) {
        return (error as Error).message;
      }
    };
    assert.match(reading('nothing'), /^f:1: not a JSON object/);
    assert.match(reading('{}'), /^f is not a usage recording/);
    assert.match(reading(`${head}{"hour":"2026-06-01T00:30:00Z"}`), /^f:2: hour is not the start/);
    const below = reading(`${head}{"hour":"2026-06-01","capacity":{"cpuHour":-1}}`);
    assert.match(below, /^f:2: cpuHour is not a whole number of at most 30 digits: -1$/);
    assert.match(reading(`\n${head}\n{}`), /^f:4: hour is missing$/);
    assert.match(reading('\nnothing'), /^f:2: not a JSON object/);
    assert.match(reading(`${head}{"hour":"2026-06-01","usages":[{"cpuHour":1.5}]}`), /^f:2: cpuHour is not a whole/);
  });
});
