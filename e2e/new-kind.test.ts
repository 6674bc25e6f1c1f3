import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { inCheckout } from '../test/scripts/checkout.ts';

/**
 * Tests that depend on the list of kinds: they check each kind, its cases or its files, or print the list. Other tests use
 * only kinds that they name.
 */
const affected = {
  structure: ['budget', 'conformance', 'documentation', 'imports', 'linear-expressions', 'lists', 'sources', 'words'],
  laws: [
    ...['directories', 'every-choice', 'every-field', 'every-problem', 'granted-keys', 'grants', 'hostile-input'],
    ...['isolation', 'names', 'namespaces', 'output', 'plain-reader', 'pure', 'same-bytes', 'scope', 'secrets'],
    ...['shard-of-platform', 'versions', 'yaml-safe'],
  ],
  cli: ['completion', 'explain', 'get', 'import-cluster', 'new', 'offboard-files', 'spellings', 'usage'],
};
const tests = Object.entries(affected).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}.test.ts`));

suite('npm run new-kind', (test) => {
  test('scaffolds a kind that passes the tests that depend on the list of kinds, and every check', () =>
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
      passes('tsx', 'test/run.ts', 'test', 'cases.test', ...tests);
      passes('npm', 'run', '--silent', 'check');
    }));
});
