import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { contents, inSandbox } from './sandbox.ts';

suite('the directory that render writes to', (test) => {
  test('cannot overlap the sources', () =>
    inSandbox(async ({ cli, git, path }) => {
      git('init', '--quiet');
      assert.is((await cli('init')).code, 0);
      const before = contents(path());
      for (const [out, message] of [
        ['.', '--out . contains the sources in tenants'],
        ['tenants', '--out tenants contains the sources in tenants'],
        ['tenants/acme', '--out tenants/acme is inside tenants'],
        ['platform', '--out platform contains the sources in platform'],
        ['platform/rendered', '--out platform/rendered is inside platform'],
      ] as const)
        for (const more of [[], ['--tenant', 'acme']]) {
          const { code, stderr } = await cli('render', '--out', out, ...more);
          assert.is(code, 2, out);
          assert.match(stderr, message);
        }
      assert.equal(contents(path()), before);
      assert.is((await cli('render', '--out', 'rendered')).code, 0);
      assert.is((await cli('check')).code, 0);
    }));

  test('can be next to a Platform at the root', () =>
    inSandbox(async ({ cli, git, write }) => {
      git('init', '--quiet');
      const spec = '{directoryPerTenant: true, tenantsDirectory: tenants}';
      write(
        'platform.yaml',
        `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: ${spec}\n`,
      );
      write('tenants/acme/list.yaml', 'apiVersion: v1\nkind: List\nitems: []\n');
      const { stderr } = await cli('render', '--out', 'rendered');
      assert.not.match(stderr, '--out');
    }));
});
