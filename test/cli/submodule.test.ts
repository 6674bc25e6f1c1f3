import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant } from './sandbox.ts';

suite('diff of a revision with a submodule', (test) => {
  test('does not treat a submodule in place of the tenants directory as its removal', () =>
    inSandbox(async ({ write, git, cli }) => {
      git('init', '-q', '-b', 'main');
      write('envs/tenants/ada.yaml', kleffTenant('ada'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      for (const [inner, object] of [
        ['envs/tenants', git('rev-parse', 'HEAD').trim()],
        ['envs/tenants', '1'.repeat(40)],
        ['envs', '1'.repeat(40)],
      ] as const) {
        git('read-tree', 'HEAD');
        git('rm', '-rq', '--cached', 'envs');
        git('update-index', '--add', '--cacheinfo', `160000,${object},${inner}`);
        const head = git('commit-tree', git('write-tree').trim(), '-p', 'HEAD', '-m', 'two').trim();
        const { code, stdout, stderr } = await cli('diff', 'HEAD', head, '--dir', 'envs/tenants');
        assert.equal([code, stdout], [2, ''], inner);
        assert.match(stderr, 'envs/tenants is in a submodule, whose files are not read');
      }
    }));
});
