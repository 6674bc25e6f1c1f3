import * as assert from 'uvu/assert';
import { textAt } from '../../data/tree.ts';
import { suite } from '../harness.ts';
import { gatewayFixture, jsonOf } from './fixture.ts';
import { before, edit, file, propose, withMember } from './propose.ts';

/** A branch with a merged pull request of two commits. The second one undoes the change of the first, `inner`. */
async function mergedFixture() {
  const fixture = gatewayFixture();
  const { git, commit, gateway } = fixture;
  const start = gateway.branch.head().sha;
  git('checkout', '--quiet', '-b', 'pull');
  const inner = commit(file, before.replace('backup: daily', 'backup: never'));
  commit(file, withMember);
  git('checkout', '--quiet', 'main');
  git('merge', '--quiet', '--no-ff', '--message', 'merge', 'pull');
  await gateway.branch.refresh();
  return { ...fixture, start, inner };
}

suite('a commit inside a merged pull request', (test) => {
  test('cannot be requested, because it was never a state of the branch', async () => {
    const { ask, git, gateway, start, inner } = await mergedFixture();
    const read = (at: string) => ask('viewer', `/api/v1/tenants/pay/yaml?at=${at}`);
    for (const at of [start, start.slice(0, 7), gateway.branch.head().sha]) assert.is((await read(at)).status, 200, at);
    for (const at of [inner, inner.slice(0, 7), git('rev-parse', 'pull')]) {
      const response = await read(at);
      assert.is(response.status, 404, at);
      assert.match(textAt(await jsonOf(response), 'detail'), `no state of the branch matches at=${at}`);
    }
  });

  test('cannot be the base of a change', async () => {
    const fixture = await mergedFixture();
    const { start, inner } = fixture;
    const body = edit(`${withMember}# a note\n`);
    const statusOf = async (base: string) => {
      const response = await propose(fixture, 'owner', body, { 'if-match': `"${base}"` });
      return [response.status, await jsonOf(response)] as const;
    };
    const [status, conflict] = await statusOf(start);
    assert.ok(status === 412 && conflict['conflicts'], 'the first commit is a state of the branch');
    const [rejected, problem] = await statusOf(inner);
    assert.equal(
      [rejected, problem['conflicts'], problem['head']],
      [412, undefined, fixture.gateway.branch.head().sha],
    );
    assert.match(
      String(problem['detail']),
      `commit ${inner} of the If-Match header is not a first-parent commit of the branch`,
    );
  });
});
