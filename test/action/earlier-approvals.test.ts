import * as assert from 'uvu/assert';
import type { ActionRun } from '../../action/action-run.ts';
import { checkOverwrite } from '../../action/overwrite-check.ts';
import { removalSteps } from '../../action/removal-steps.ts';
import { approvalFor, approvalText } from '../../analysis/guard/approval.ts';
import { suite } from '../harness.ts';

const past = [{ tenant: 'acme', id: 'Namespace acme-dev' }];
const approval = { path: 'approvals/acme.yaml', text: approvalText(approvalFor(past)) };

/** A run in a repository whose commits are `old`, `parent` and `new`. All of them contain the approval. */
function runWith(unreadable: readonly string[]): ActionRun {
  const history = {
    isPartial: () => true,
    resolve: () => undefined,
    fetchSources: () => ({ ok: true }),
    sourcesFingerprint: () => undefined,
    firstParents: () => ['new', 'parent'],
    read: (commit: string) =>
      unreadable.includes(commit)
        ? { ok: false, why: 'unreadable', message: `${commit} is not available` }
        : { ok: true, files: [approval] },
  };
  const remote = { fetch: () => ({ ok: true }), fetchBlobs: () => ({ ok: true }), environment: {} };
  const github = { mergeBase: async () => undefined, compareCommits: async () => 'diverged' };
  const parts = {
    inputs: { path: 'tenants', approvalLabel: '' },
    ports: { history },
    remote: () => remote,
    github: () => github,
  };
  return parts as unknown as ActionRun;
}

async function newApprovals(unreadable: readonly string[]): Promise<number> {
  const input = { past, from: 'old', to: 'new', objects: [], labelsOf: () => [] };
  const steps = await removalSteps(runWith(unreadable), input);
  return steps.reduce((count, { approvals }) => count + approvals.length, 0);
}

suite('an approval from an earlier commit', (test) => {
  test('does not count again', async () => {
    assert.is(await newApprovals([]), 0);
  });

  test('does not count again if the commit of the earlier render cannot be read', async () => {
    assert.is(await newApprovals(['old']), 0);
  });

  test('causes an error if no earlier commit can be fetched', async () => {
    const error = await newApprovals(['old', 'parent']).catch((reason: Error) => reason.message);
    assert.is(error, 'git failed: the approvals of parent cannot be read: parent is not available; run the job again');
  });
});

suite('a commit', (test) => {
  test('does not replace a newer render if the files of neither commit can be listed', async () => {
    const commits = { source: 'old', recorded: [], branch: 'main', head: 'new' };
    assert.is((await checkOverwrite(runWith([]), commits)).action, 'fail');
  });
});
