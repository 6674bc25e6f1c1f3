import { isError } from '../core/problem/problem.ts';
import { digest } from '../data/sha256.ts';
import { type Offboarding, offboard as offboardFiles, render } from '../leasehold.ts';
import { code, prose } from '../shell/markdown.ts';
import { offboardingLines } from '../shell/offboarding.ts';
import { tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { annotateProblems } from './annotate.ts';
import { noCheckout } from './checkout.ts';
import { deliver } from './deliver.ts';
import { readCommit } from './fetched-history.ts';
import { gitErrorText } from './git-error.ts';
import { requestPull } from './pull-request.ts';
import { rejectedBranch, rejectedEvent } from './reject.ts';
import { remainingVolumes } from './remaining-volumes.ts';
import { sourceBranch } from './source-branch.ts';

/** Opens a pull request that removes the tenants whose last day has passed, and closes one that is no longer needed. */
export async function offboard(run: ActionRun): Promise<ActionResult> {
  const { inputs, ports } = run;
  const rejected = rejectedEvent(run) ?? rejectedBranch(run);
  if (rejected !== undefined) return failure(rejected);
  const head = ports.history.head();
  if (head === undefined) return failure(noCheckout(run));
  const revision = readCommit(run, head, inputs.path);
  if (!revision.ok) return failure(revision.message);
  const errors = render(revision.files).problems.filter(isError);
  if (errors.length > 0) {
    annotateProblems(errors, { changed: new Map() }, ports.runner);
    return failure(`${tallyOf(errors)}, so no tenant is removed`);
  }
  const today = new Date(ports.now()).toISOString().slice(0, 10);
  const result = offboardFiles(revision.files, today);
  for (const line of offboardingLines(result)) ports.runner.log(line);
  const proposed = await propose(run, head, result);
  if (!proposed.ok || result.blocked.length === 0) return proposed;
  return failure(
    result.blocked.map(({ tenant, reason }) => `tenant ${tenant} cannot be removed: ${reason}`).join('; '),
  );
}

async function propose(run: ActionRun, head: string, result: Offboarding): Promise<ActionResult> {
  const [own, branch] = [sourceBranch(run), offboardBranch(run.inputs.path)];
  const heads = run.remote().heads([own, branch]);
  if (!heads.ok) return failure(gitErrorText('the branches of the repository cannot be listed', heads));
  if (heads.value.get(own) !== head) {
    run.ports.runner.annotate({
      severity: 'notice',
      message: `no pull request is opened: ${own} has a newer commit than the checkout; run the job again`,
    });
    return success;
  }
  const pullHead = heads.value.get(branch);
  if (result.removed.length === 0) return closeIfOpen(run, result, { branch, pullHead });
  const text = textOf(run, result);
  const open = await run.github().openPullRequest(branch, own);
  if (pullHead === undefined || !open?.body.includes(markOf(result))) {
    const parents = [...new Set([pullHead, head].filter((commit) => commit !== undefined))];
    const delivered = await deliver(run, { branch, head: pullHead, onto: head, parents, ...commitOf(result) });
    if (!delivered.ok)
      return failure('raced' in delivered ? `${delivered.raced}; run the job again` : delivered.failed);
  }
  const title = `leasehold: remove ${result.removed.length === 1 ? `tenant ${result.removed[0]?.tenant}` : count(result.removed.length, 'tenant')}`;
  const number = await requestPull(run, { head: branch, base: own, title, text });
  await run.ports.runner.summary(`Pull request #${number}\n\n${text}\n`);
  return success;
}

/** The branch of the pull request. Each directory of tenants has its own. */
function offboardBranch(path: string): string {
  return `leasehold-offboard-${encodeURIComponent(path).replaceAll('~', '%7E')}`;
}

function commitOf({ removed, changes }: Offboarding) {
  return {
    changes: {
      write: changes.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }])),
      remove: changes.flatMap(({ path, text }) => (text === undefined ? [path] : [])),
    },
    message: {
      headline: `Remove ${count(removed.length, 'tenant')}`,
      body: removed.map(({ tenant, deleteAfter }) => `${tenant}: the last day was ${deleteAfter}`).join('\n'),
    },
  };
}

/** Identifies the changes. While they stay the same, a run keeps the commits that other users added to the branch. */
function markOf({ changes }: Offboarding): string {
  return `<!-- leasehold:changes ${digest(JSON.stringify(changes))} -->`;
}

function textOf(run: ActionRun, result: Offboarding): string {
  const { removed, mentions } = result;
  const volumes = remainingVolumes(
    run,
    removed.map(({ tenant }) => tenant),
  );
  return [
    removed.length === 1
      ? 'The last day of this tenant has passed. Merging this pull request removes it.\n'
      : 'The last day of these tenants has passed. Merging this pull request removes them.\n',
    ...removed.map(({ tenant, deleteAfter }) => `- ${code(tenant)}: ${deleteAfter}`),
    ...(mentions.length > 0 ? ['\nAlso remove what would apply to a new tenant with the same name:\n'] : []),
    ...mentions.map((mention) => `- ${prose(mention)}`),
    ...(volumes.length > 0 ? ['\nVolumes that remain, according to the inventory:\n'] : []),
    ...volumes.map((sentence) => `- ${sentence}`),
    `\n${markOf(result)}`,
  ].join('\n');
}

/** Closes the pull request if there is one, because there is no longer a tenant to remove. */
async function closeIfOpen(
  run: ActionRun,
  { blocked }: Offboarding,
  { branch, pullHead }: { readonly branch: string; readonly pullHead: string | undefined },
): Promise<ActionResult> {
  const why = blocked.length === 0 ? 'no tenant is past its last day' : 'no tenant past its last day can be removed';
  const open = pullHead === undefined ? undefined : await run.github().openPullRequest(branch, sourceBranch(run));
  if (!open) {
    run.ports.runner.log(why);
    return success;
  }
  const deleted = run.remote().deleteRef(`refs/heads/${branch}`, pullHead);
  if (!deleted.ok) return failure(gitErrorText(`${branch} cannot be deleted`, deleted));
  await run.github().createComment(open.number, `leasehold closed this pull request: ${why}.`);
  return success;
}
