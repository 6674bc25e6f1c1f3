import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant } from './sandbox.ts';

suite('diff of Git revisions', (test) => {
  test('reads a branch, not a tag with the same name', () =>
    inSandbox(async ({ write, git, cli }) => {
      git('init', '-q', '-b', 'main');
      write('tenants/ada.yaml', kleffTenant('ada'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      git('checkout', '-qb', 'change');
      write('tenants/ada.yaml', kleffTenant('ada', 'pro'));
      git('commit', '-qam', 'two');
      for (const tag of ['main', 'origin/HEAD', 'origin/main']) git('tag', tag);
      git('update-ref', 'refs/remotes/origin/main', 'refs/heads/main');
      for (const args of [[], ['main'], ['main~0..change'], ['origin/main...change']]) {
        const { code, stdout } = await cli('diff', '--fail-on', 'quota-raised', ...args);
        assert.is(code, 4, `${args}: ${stdout}`);
      }
      assert.is((await cli('diff', 'refs/tags/main')).stdout, 'no changes\n');
    }));
});
