import * as assert from 'uvu/assert';
import type { ActionRun } from '../../action/action-run.ts';
import { rejectedPlace } from '../../action/reject.ts';
import { suite } from '../harness.ts';

/** The message for a run that renders the branch release of a repository with the default branch main. */
function rejection(inputs: object): string | undefined {
  const all = { path: 'tenants', targetFolder: '', sourceBranch: 'release', deliver: 'branch', ...inputs };
  return rejectedPlace({ inputs: all, ports: { event: { defaultBranch: 'main' } } } as unknown as ActionRun);
}

suite('a target branch', (test) => {
  test('must not be the branch of the sources', () => {
    const advice = 'use deliver: folder, or another target-branch';
    assert.is(rejection({ targetBranch: 'release' }), `release is the branch of the sources: ${advice}`);
    assert.is(rejection({ targetBranch: 'rendered' }), undefined);
  });

  test('must not be the default branch, unless pull requests deliver the manifests to a folder', () => {
    const targetBranch = 'main';
    assert.is(rejection({ targetBranch }), 'main is the default branch of the repository: use another target-branch');
    const pull = { targetBranch, deliver: 'pull-request' };
    assert.match(rejection(pull) ?? '', 'leasehold cannot own the whole branch main');
    assert.is(rejection({ ...pull, targetFolder: 'rendered' }), undefined);
  });
});
