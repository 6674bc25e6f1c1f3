import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { inSandbox, kleffTenant } from './sandbox.ts';

suite('diff with a missing version', (test) => {
  test('reports a missing revision, path or repository', () =>
    inSandbox(async ({ write, git, cli }) => {
      write('tenants/ada.yaml', kleffTenant('ada'));
      assert.match(
        (await cli('diff', 'main')).stderr,
        /^leasehold: no directory main exists, and main is not a revision: this directory is not in a Git repository\n/,
      );
      assert.match(
        (await cli('diff')).stderr,
        /^leasehold: this directory is not in a Git repository, so there is nothing/,
      );
      git('init', '-q', '-b', 'main');
      assert.match(
        (await cli('diff')).stderr,
        /^leasehold: the Git repository has no commits yet, so there is nothing/,
      );
      git('add', '-A');
      git('commit', '-qm', 'one');
      assert.match((await cli('diff')).stderr, /^compared with main at [0-9a-f]{12}\n$/);
      assert.match(
        (await cli('diff', 'nope')).stderr,
        /^leasehold: no directory nope exists, and nope is not a revision of this repository\n/,
      );
      assert.match(
        (await cli('diff', 'main', '--dir', 'nope')).stderr,
        /^leasehold: the directory nope does not exist;/,
      );
      assert.match(
        (await cli('diff', 'main', 'main', '--dir', 'nope')).stderr,
        /^leasehold: main has no \.yaml, \.yml or \.json files in nope;/,
      );
      assert.match((await cli('diff', 'tenants..nope')).stderr, 'pass ./tenants as a separate argument');
      assert.is((await cli('diff', './tenants', 'main')).code, 0);
      assert.is((await cli('diff', '--', '--upload-pack=touch pwned')).code, 2);
      assert.is((await cli('diff', 'main')).stdout, 'no changes\n');
    }));
});
