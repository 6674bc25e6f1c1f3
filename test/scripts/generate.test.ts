import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inCheckout } from './checkout.ts';

suite('npm run generate', (test) => {
  test('writes in a fresh clone, without a build, exactly what is committed', () =>
    inCheckout(({ passes, changes }) => {
      passes('npm', 'run', '--silent', 'generate');
      assert.equal(changes(), []);
    }));
});
