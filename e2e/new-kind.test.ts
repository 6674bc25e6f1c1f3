import { suite } from '../test/harness.ts';
import { inCheckout } from '../test/scripts/checkout.ts';

suite('a scaffolded kind', (test) => {
  test('passes the structure tests, the laws, the tests of the command line and every check', () =>
    inCheckout(({ passes }) => {
      passes('npm', 'run', '--silent', 'new-kind', 'sample-system/sample-kind');
      passes('npm', 'run', '--silent', 'build');
      for (const folder of ['structure/', 'laws/', 'cli/', 'cases.test']) passes('tsx', 'test/run.ts', 'test', folder);
      passes('npm', 'run', '--silent', 'check');
    }));
});
