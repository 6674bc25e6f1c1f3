import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readCheckout, readTenantOfCheckout } from '../../io/read-checkout.ts';
import { type SourceFile, untrustedAuthorOf } from '../../leasehold.ts';
import { kleffTenant } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { inRepository, type Repository } from './situations.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata:
  name: platform
spec:
  directoryPerTenant: true
  tenantsDirectory: tenants
`;

function commitTenants({ write, link, commit }: Repository): void {
  write('platform/platform.yaml', platform);
  write('platform/tenants/ada.yaml', 'kind: Grant\n');
  write('tenants/ada/ada.yaml', kleffTenant('ada'));
  write('tenants/bob/bob.yaml', kleffTenant('bob'));
  write('tenants/bob/more/.gitattributes', '*.yaml ident\n');
  link('../ada/ada.yaml', 'tenants/bob/link.yaml');
  write('other/README.md', 'x');
  commit();
}

function found(files: readonly SourceFile[]): readonly string[] {
  return files.map((file) => `${file.path} ${'text' in file ? file.text : file.unreadable}`).sort();
}

const patterns: Readonly<Record<string, readonly string[]>> = {
  'the Platform': ['set', '--no-cone', '/*', '!/platform/'],
  'a file of the Platform about a tenant': ['set', '--no-cone', '/*', '!/platform/tenants/'],
  'the directory of a tenant': ['set', '--no-cone', '/*', '!/tenants/bob/'],
  'every other directory': ['set', 'tenants/ada'],
};

suite('files that a sparse checkout omits', (test) => {
  for (const [what, sparse] of Object.entries(patterns))
    test(`are read from Git: ${what}`, () =>
      inRepository((repository) => {
        const { root, git } = repository;
        commitTenants(repository);
        const tenants = join(root, 'tenants');
        const expected = found(readCheckout(tenants));
        assert.is(expected.length, 6);
        git('sparse-checkout', ...sparse);
        assert.equal(found(readCheckout(tenants)), expected);
        assert.is(untrustedAuthorOf(readCheckout(tenants))(join(tenants, 'ada/ada.yaml')), 'ada');
        assert.is(readTenantOfCheckout(tenants, 'ada'), undefined);
        git('sparse-checkout', 'disable');
        assert.is.not(readTenantOfCheckout(tenants, 'ada'), undefined);
      }));

  test('are read in a linked working tree', () =>
    inRepository((repository) => {
      const { root, git } = repository;
      commitTenants(repository);
      git('worktree', 'add', '--quiet', '--detach', join(root, 'linked'));
      const linked = join(root, 'linked', 'tenants');
      const expected = found(readCheckout(linked));
      git('-C', join(root, 'linked'), 'sparse-checkout', 'set', 'tenants/ada');
      assert.equal(found(readCheckout(linked)), expected);
    }));

  test('are replaced by files in the working tree', () =>
    inRepository((repository) => {
      const { root, git, write } = repository;
      commitTenants(repository);
      git('sparse-checkout', 'set', 'tenants/ada');
      write('tenants/bob/bob.yaml', 'changed');
      const bob = readCheckout(join(root, 'tenants')).filter(({ path }) => path.endsWith('bob.yaml'));
      assert.equal(
        bob.map((file) => 'text' in file && file.text),
        ['changed'],
      );
    }));

  test('count for the limits of a directory', () =>
    inRepository((repository) => {
      const { root, git, write, commit } = repository;
      commitTenants(repository);
      for (let index = 0; index < 1001; index++) write(`tenants/eve/${index}.yaml`, 'x');
      commit();
      git('sparse-checkout', 'set', 'tenants/ada');
      const eve = readCheckout(join(root, 'tenants')).filter(({ path }) => path.includes('/eve/'));
      assert.equal(
        eve.map((file) => 'unreadable' in file && file.unreadable),
        ['large-directory'],
      );
    }));
});
