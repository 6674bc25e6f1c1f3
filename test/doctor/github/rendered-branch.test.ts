import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { changed, edited, examine, protection } from './repository.ts';

suite('leasehold doctor github, for the branch that Argo CD applies,', (test) => {
  const updates = async (
    files: Readonly<Record<string, string | undefined>>,
    answers: Readonly<Record<string, unknown>>,
  ) => {
    const none = { status: 404, message: 'Branch not protected' };
    const report = await examine(changed(files, { 'branches/rendered/protection': none, ...answers }));
    const isUpdate = (text: string) => text.includes('Restrict updates');
    return [report.findings.some(({ path }) => isUpdate(path)), report.unexamined.some(({ what }) => isUpdate(what))];
  };
  const pullRequests = (parameters: object) => ({ 'rules/branches/rendered': [{ type: 'pull_request', parameters }] });

  test('accepts any approval only without a directory per tenant', async () => {
    const together = { 'config/platform/platform.yaml': undefined };
    const approved = pullRequests({ required_approving_review_count: 1 });
    assert.equal(await updates({}, approved), [true, false]);
    assert.equal(await updates(together, approved), [false, false]);
    assert.equal(await updates(together, pullRequests({ required_approving_review_count: 0 })), [true, false]);
  });

  test('does not claim to know its code owners', async () => {
    const owned = pullRequests({ required_approving_review_count: 1, require_code_owner_review: true });
    assert.equal(await updates({}, owned), [false, true]);
    assert.equal(await updates({}, { 'branches/rendered/protection': { ...protection } }), [false, true]);
  });

  test('examines the source branch once if the Action commits manifests to it', async () => {
    const { findings, unexamined } = await examine(
      edited('.github/workflows/render.yml', 'target-branch: rendered', 'target-branch: main'),
    );
    assert.equal([findings, unexamined], [[], []]);
  });

  test('reports who can push despite a ruleset, except for apps and deploy keys', async () => {
    const found = async (...bypass_actors: readonly object[]) => {
      const rules = { 'rules/branches/rendered': [{ type: 'update', ruleset_id: 7 }] };
      const { findings } = await examine(changed({}, { ...rules, 'rulesets/7': { name: 'locked', bypass_actors } }));
      return findings.map(({ severity, message }) => `${severity}: ${message}`);
    };
    const always = (actor_type: string, actor_id: number | null) => ({ actor_type, actor_id, bypass_mode: 'always' });
    assert.equal(await found(always('Integration', 77), always('DeployKey', null)), []);
    assert.equal(await found(always('Integration', 15368), always('RepositoryRole', 4), always('Team', 12)), [
      'error: GitHub Actions, which runs the workflows of every branch, can bypass the ruleset locked',
      'error: everyone with write access can bypass the ruleset locked',
      'warning: Team 12 can bypass the ruleset locked',
    ]);
  });
});
