import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant, type Sandbox } from './sandbox.ts';

function commitChange({ write, git }: Pick<Sandbox, 'write' | 'git'>): void {
  git('init', '-q', '-b', 'main');
  write('tenants/ada.yaml', kleffTenant('ada'));
  git('add', '-A');
  git('commit', '-qm', 'one');
  git('update-ref', 'refs/remotes/origin/main', 'refs/heads/main');
  git('checkout', '-qb', 'change');
  write('tenants/ada.yaml', kleffTenant('ada', 'pro'));
  git('commit', '-qam', 'two');
}

suite('diff of Git revisions', (test) => {
  test("reads the branch of a remote, not the pull request's branch with the same name", () =>
    inSandbox(async ({ write, git, cli }) => {
      commitChange({ write, git });
      git('branch', 'origin/main');
      for (const range of ['origin/main', 'origin/main..HEAD', 'origin/main...HEAD']) {
        const { code, stdout } = await cli('diff', '--fail-on', 'quota-raised', range);
        assert.is(code, 4, `${range}: ${stdout}`);
      }
    }));

  test('does not read a tag whose name is the full name of the default branch of the remote', () =>
    inSandbox(async ({ write, git, cli }) => {
      commitChange({ write, git });
      git('tag', 'refs/remotes/origin/HEAD');
      const { code, stdout } = await cli('diff', '--fail-on', 'quota-raised');
      assert.is(code, 4, stdout);
      assert.is((await cli('diff', 'refs/remotes/origin/HEAD')).code, 2);
    }));

  test('reads a branch, not a tag with the same name', () =>
    inSandbox(async ({ write, git, cli }) => {
      commitChange({ write, git });
      for (const tag of ['main', 'origin/HEAD', 'origin/main']) git('tag', tag);
      for (const args of [[], ['main'], ['main~0..change'], ['origin/main...change']]) {
        const { code, stdout } = await cli('diff', '--fail-on', 'quota-raised', ...args);
        assert.is(code, 4, `${args}: ${stdout}`);
      }
      assert.is((await cli('diff', 'refs/tags/main')).stdout, 'no changes\n');
    }));
});
