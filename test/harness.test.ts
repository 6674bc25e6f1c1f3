import * as assert from 'uvu/assert';
import { suite } from './harness.ts';

suite('harness', (test) => {
  test('runs', () => assert.is(1, 1));
});
