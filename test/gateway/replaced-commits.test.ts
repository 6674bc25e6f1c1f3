import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { gatewayFixture } from './fixture.ts';

suite('a git command that uses the network', (test) => {
  test('ignores the replacement of a commit, because a push of it could delete commits on the forge', async () => {
    const { root, git, repository } = gatewayFixture();
    const forge = `${root}/forge.git`;
    git('clone', '--quiet', '--bare', root, forge);
    const head = git('rev-parse', 'HEAD');
    const unrelated = git('commit-tree', 'HEAD^{tree}', '-m', 'a commit without a parent');
    git('replace', '--graft', unrelated, head);
    assert.is(git('merge-base', head, unrelated), head, 'git uses the replacement by default');
    const push = () => repository.remote(['push', forge, `${unrelated}:refs/heads/main`]).then(String, String);
    assert.match(await push(), 'non-fast-forward');
    assert.is(git('--git-dir', forge, 'rev-parse', 'main'), head);
  });
});
