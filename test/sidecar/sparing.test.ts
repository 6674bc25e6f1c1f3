import * as assert from 'uvu/assert';
import { sparing } from '../../sidecar/sparing.ts';
import { suite } from '../harness.ts';

suite('a page that every pod can request', (test) => {
  test('is computed at most 5% of the time, however often it is requested', () => {
    let [time, spent, count] = [0, 0, 0];
    const page = sparing(
      () => {
        time += 25;
        spent += 25;
        count += 1;
        return String(count);
      },
      () => time,
    );
    assert.is(page(), '1');
    for (let request = 0; request < 10_000; request++) {
      page();
      time += 1;
    }
    assert.ok(spent / time <= 0.05, `${spent} of ${time} ms`);
    assert.ok(count > 15, `${count} times`);
    time += 1000;
    assert.is(page(), String(count));
  });
});
