import { type ActionResult, type ActionRun, type Failure, failure, success } from './action-run.ts';
import { type CommitPlan, isDelivered, planCommit } from './commit-plan.ts';
import { checkCommittedRemoval } from './committed-removal.ts';
import { type Delivery, deliver } from './deliver.ts';
import { type DeliveryTarget, readTarget, type TargetLocation } from './delivery-target.ts';
import { gitErrorText } from './git-error.ts';
import { checkOverwrite } from './overwrite-check.ts';
import { closeStalePull, pullRequestBranch, renderPull, requestPull } from './pull-request.ts';
import { recordPath, rejectedTarget } from './reject.ts';
import { commitMessage, reportCommit } from './report-commit.ts';
import { sourceBranch } from './source-branch.ts';
import type { SourceRender } from './source-render.ts';

/**
 * The result of an attempt to commit. `raced` is the reason for another attempt: another writer was faster, or GitHub
 * does not see the pushed objects yet. The next attempt starts from the current head. If the source branch has another
 * commit to render, `newest` is that commit.
 */
export type Attempt =
  | { readonly done: true; readonly outcome: ActionResult }
  | { readonly done: false; readonly raced: string; readonly newest?: string };

/**
 * The branches at the start of an attempt. `pullBranch` is the head branch of the pull request. Undefined if the Action
 * does not deliver by pull request.
 */
interface DeliveryState {
  readonly target: DeliveryTarget;
  readonly pullBranch: DeliveryTarget | undefined;
  readonly sourceHead: string | undefined;
}

export interface AttemptOptions {
  readonly branch: string;
  /** True after the first attempt for a commit. An earlier attempt may have succeeded although its response was lost. */
  readonly isRetry: boolean;
}

export async function tryCommit(
  run: ActionRun,
  source: SourceRender,
  { branch, isRetry }: AttemptOptions,
): Promise<Attempt> {
  const state = readState(run, branch);
  if ('ok' in state) return done(state);
  const { target, pullBranch, sourceHead } = state;
  const plan = planCommit(source.desired, target);
  const rejected = rejectedTarget(run, target, plan) ?? rejectedPullBranch(branch, state);
  if (rejected !== undefined) return done(failure(rejected));
  const recorded = [target.drySha, pullBranch?.drySha].filter((commit) => commit !== undefined);
  const decision = await checkOverwrite(run, {
    source: source.commit,
    recorded,
    branch: sourceBranch(run),
    head: sourceHead,
  });
  if (decision.action === 'skip') return done(skipped(run, decision.why));
  if (decision.action === 'fail') return done(failure(decision.why));
  if (decision.action === 'renderHead') return { done: false, raced: decision.why, newest: decision.head };
  if (plan.changed.length === 0) {
    const closed = pullBranch?.head === undefined ? success : await closeStalePull(run, { target, pullBranch });
    if (!closed.ok) return 'raced' in closed ? { done: false, raced: closed.raced } : done(closed);
    const isOwn = isRetry && target.drySha === source.commit;
    const commit = isOwn && target.head !== undefined ? { commit: target.head, verified: true } : undefined;
    const pull = undefined;
    return done(await reportCommit(run, source, { target, plan, commit, existing: target.head, pull }));
  }
  const removal = await checkCommittedRemoval(run, source, target);
  if (!removal.ok) return done(removal);
  return deliverPlan(run, source, { ...state, plan });
}

function done(outcome: ActionResult): Attempt {
  return { done: true, outcome };
}

function readState(run: ActionRun, branch: string): DeliveryState | Failure {
  const { inputs } = run;
  const usesPullRequest = inputs.deliver === 'pull-request';
  const own = sourceBranch(run);
  const pullBranchName = pullRequestBranch(branch, inputs.targetFolder);
  const names = [branch, ...(usesPullRequest ? [pullBranchName] : []), own];
  const heads = run.remote().heads([...new Set(names)]);
  if (!heads.ok) return failure(gitErrorText('the branches of the repository cannot be listed', heads));
  const read = (name: string) =>
    readBranch(run, { branch: name, folder: inputs.targetFolder, head: heads.value.get(name) });
  const target = read(branch);
  const pullBranch = usesPullRequest ? read(pullBranchName) : undefined;
  if ('ok' in target) return target;
  if (pullBranch && 'ok' in pullBranch) return pullBranch;
  return { target, pullBranch, sourceHead: heads.value.get(own) };
}

function readBranch(run: ActionRun, location: TargetLocation): DeliveryTarget | Failure {
  const result = readTarget(run.remote(), location);
  return result.ok ? result.target : failure(gitErrorText(`the branch ${location.branch} cannot be fetched`, result));
}

function rejectedPullBranch(branch: string, { target, pullBranch }: DeliveryState): string | undefined {
  if (!pullBranch) return undefined;
  if (target.head === undefined)
    return `the branch ${branch}, the target of the pull request, does not exist: create it, or run once with deliver: branch`;
  const isForeign = pullBranch.head !== undefined && !pullBranch.ownership;
  return isForeign
    ? `the branch ${pullBranch.branch} has no valid ${recordPath(pullBranch)}, so leasehold might not have created its commits: delete the branch`
    : undefined;
}

function skipped({ ports: { runner } }: ActionRun, why: string): ActionResult {
  runner.annotate({ severity: 'notice', message: `nothing is committed: ${why}` });
  return success;
}

interface PlannedDelivery extends DeliveryState {
  readonly plan: CommitPlan;
}

async function deliverPlan(run: ActionRun, source: SourceRender, planned: PlannedDelivery): Promise<Attempt> {
  const { target, pullBranch, plan } = planned;
  const isUpToDate = pullBranch !== undefined && isDelivered(source.desired, { pullBranch, target });
  const delivered = isUpToDate ? undefined : await deliver(run, deliveryOf(run, source, planned));
  if (delivered?.ok === false)
    return 'raced' in delivered ? { done: false, raced: delivered.raced } : done(failure(delivered.failed));
  const pull = pullBranch ? await requestPull(run, renderPull(run, source, { target, pullBranch })) : undefined;
  return done(await reportCommit(run, source, { target, plan, commit: delivered, existing: pullBranch?.head, pull }));
}

/**
 * The commit to create. For a pull request, it merges the base branch into the head branch so that they never conflict.
 */
function deliveryOf(run: ActionRun, source: SourceRender, { target, pullBranch, plan }: PlannedDelivery): Delivery {
  const inFolder = (path: string) => (target.folder === '' ? path : `${target.folder}/${path}`);
  const changes = {
    write: plan.write.map(({ path, text }) => ({ path: inFolder(path), text })),
    remove: plan.remove.map(inFolder),
  };
  const parents = [pullBranch?.head, target.head].filter((commit) => commit !== undefined);
  const { branch, head } = pullBranch ?? target;
  const message = commitMessage(run, source, plan);
  return { branch, head, onto: target.head, parents: [...new Set(parents)], changes, message };
}
