import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { contents, inSandbox, type Sandbox } from './sandbox.ts';

const hint = 'if you removed the last tenant on purpose, add an empty file tenants/.no-tenants';

suite('the last tenant', (test) => {
  test('is not removed if the tenants directory is missing or contains no source file', () =>
    inRepository(async ({ cli, path, remove, write }) => {
      remove('tenants');
      for (const argv of [['render', '--out', 'rendered'], ['check'], ['diff', 'main'], ['render', '-o', 'yaml']]) {
        const { code, stderr } = await cli(...argv);
        assert.is(code, 2);
        assert.match(stderr, hint);
      }
      write('tenants/README.md', '');
      const { code, stderr } = await cli('render', '--out', 'rendered');
      assert.is(code, 2);
      assert.match(stderr, `tenants contains no .yaml, .yml or .json files; ${hint}`);
      assert.ok('acme/mto-tenant.acme.yaml' in contents(path('rendered')));
    }));

  test('is removed if .no-tenants exists, and shared objects stay', () =>
    inRepository(async ({ cli, git, path, remove, write }) => {
      write('platform/prices.yaml', prices);
      await cli('render', '--out', 'rendered');
      const shared = Object.keys(contents(path('rendered'))).filter((file) => file.startsWith('_platform/'));
      assert.ok(shared.length > 0);
      remove('tenants');
      write('tenants/.no-tenants', '');
      assert.is((await cli('render', '--out', 'rendered')).code, 0);
      assert.equal(Object.keys(contents(path('rendered'))).sort(), ['.leasehold.json', ...shared, 'inventory.json']);
      assert.match((await cli('diff', 'main')).stdout, 'tenant-removed');
      git('add', '--all');
      git('commit', '-qm', 'two');
      assert.match((await cli('diff', 'main~1..main')).stdout, 'tenant-removed');
      git('revert', '--no-edit', 'HEAD');
      assert.equal([(await cli('diff', 'main~2..main')).stdout], ['no changes\n']);
    }));

  test('is not removed if .no-tenants has content', () =>
    inRepository(async ({ cli, path, remove, write }) => {
      remove('tenants');
      write('tenants/.no-tenants', 'kind: Tenant\n');
      const { code, stdout } = await cli('check');
      assert.is(code, 1);
      assert.match(
        stdout,
        'tenants/.no-tenants:1:1 error bad-format: tenants/.no-tenants has content, which leasehold does not read',
      );
      assert.is((await cli('render', '--out', 'rendered')).code, 1);
      assert.ok('acme/mto-tenant.acme.yaml' in contents(path('rendered')));
    }));

  test('causes a warning if .no-tenants exists next to it', () =>
    inRepository(async ({ cli, write }) => {
      write('tenants/.no-tenants', '');
      const { code, stdout } = await cli('check');
      assert.is(code, 0);
      assert.match(
        stdout,
        'tenants/.no-tenants:1:1 warning ignored-file: tenants/.no-tenants marks its directory as one without tenants',
      );
    }));
});

const prices = `apiVersion: finops.stakater.com/v1alpha1
kind: PriceBook
metadata: {name: prices, namespace: costs, annotations: {finops.stakater.com/active: "true"}}
spec: {currency: USD, valuationMode: currency, rates: {cpuHour: "0.031"}}
`;

/** A repository as `leasehold init` creates it, with one commit and rendered files. */
function inRepository(use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  return inSandbox(async (sandbox) => {
    sandbox.git('init', '--quiet', '--initial-branch=main');
    await sandbox.cli('init');
    sandbox.write('.gitignore', 'rendered\n');
    sandbox.git('add', '--all');
    sandbox.git('commit', '-qm', 'one');
    await sandbox.cli('render', '--out', 'rendered');
    await use(sandbox);
  });
}
