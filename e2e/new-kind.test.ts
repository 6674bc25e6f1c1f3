import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { inCheckout } from '../test/scripts/checkout.ts';

suite('npm run new-kind', (test) => {
  test('scaffolds a kind that passes the structure tests, the laws, the tests of the command line and every check', () =>
    inCheckout(({ run, changes, passes }) => {
      passes('npm', 'run', '--silent', 'generate');
      assert.equal(changes(), [], 'npm run generate writes what is committed');
      passes('npm', 'run', '--silent', 'new-kind', 'sample-system/sample-kind');
      const written = changes();
      for (const file of ['renders-a-namespace/out.yaml', 'rejects-a-reserved-namespace/problems.txt'])
        assert.ok(written.includes(`kinds/sample-system/sample-kind/cases/${file}`), file);
      const { code, stdout, stderr } = run('tsx', 'scripts/new-kind.ts', 'sample-system/sample-kind');
      const message = 'kinds/sample-system/sample-kind/ already exists; choose another name\n';
      assert.equal([code, stdout, stderr], [1, '', message]);
      assert.equal(changes(), written);
      passes('npm', 'run', '--silent', 'build');
      for (const folder of ['structure/', 'laws/', 'cli/', 'cases.test']) passes('tsx', 'test/run.ts', 'test', folder);
      passes('npm', 'run', '--silent', 'check');
    }));
});
