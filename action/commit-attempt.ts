import { type ActionResult, type ActionRun, type Failure, failure, success } from './action-run.ts';
import { isApprovedRemoval } from './committed-removal.ts';
import { type Delivered, type Delivery, deliver } from './deliver.ts';
import { branchOf } from './event.ts';
import { gitErrorText } from './git-error.ts';
import { checkOverwrite } from './overwrite-check.ts';
import { type Plan, planChanges } from './plan.ts';
import { pullRequestBranch, requestPull } from './pull-request.ts';
import { refusedTarget } from './refuse.ts';
import { commitMessage, reportCommit } from './report-commit.ts';
import type { Source } from './source.ts';
import { readTarget, type Target, type TargetPlace } from './target.ts';

/** One try to commit, on what is there at its beginning. */
export type Attempt =
  | { readonly done: true; readonly outcome: ActionResult }
  | { readonly done: false; readonly raced: string };

/** What is there: the branch that is delivered to and, for a pull request, the branch that asks. */
interface Situation {
  readonly target: Target;
  readonly asking: Target | undefined;
  readonly sourceHead: string | undefined;
}

export interface Try {
  readonly branch: string;
  /** An earlier try of this run may have been done although its answer was lost. */
  readonly isRetry: boolean;
}

export async function tryCommit(run: ActionRun, source: Source, { branch, isRetry }: Try): Promise<Attempt> {
  const situation = look(run, branch);
  if ('ok' in situation) return done(situation);
  const { target, asking, sourceHead } = situation;
  const plan = planChanges(source.desired, target);
  const refused = refusedTarget(run, target, plan) ?? refusedAsking(branch, situation);
  if (refused !== undefined) return done(failure(refused));
  const recorded = [target.drySha, asking?.drySha].filter((commit) => commit !== undefined);
  const decision = await checkOverwrite(run, { source: source.commit, recorded, sourceHead });
  if (decision.action === 'skip') return done(skipped(run, decision.why));
  if (decision.action === 'fail') return done(failure(decision.why));
  if (plan.changed.length === 0) {
    const isOwn = isRetry && target.drySha === source.commit;
    const commit = isOwn && target.head !== undefined ? { commit: target.head, verified: true } : undefined;
    return done(await reportCommit(run, source, { target, plan, commit }));
  }
  const removal = await isApprovedRemoval(run, source, target);
  if (!removal.ok) return done(removal);
  return write(run, source, { ...situation, plan });
}

function done(outcome: ActionResult): Attempt {
  return { done: true, outcome };
}

function look(run: ActionRun, branch: string): Situation | Failure {
  const { inputs, ports } = run;
  const asks = inputs.deliver === 'pull-request';
  const own = branchOf(ports.event);
  const askingBranch = pullRequestBranch(branch, inputs.targetFolder);
  const names = [branch, ...(asks ? [askingBranch] : []), ...(own === undefined ? [] : [own])];
  const heads = run.remote().heads([...new Set(names)]);
  if (!heads.ok) return failure(gitErrorText('the branches of the repository cannot be listed', heads));
  const read = (name: string) =>
    readOne(run, { branch: name, folder: inputs.targetFolder, head: heads.value.get(name) });
  const target = read(branch);
  const asking = asks ? read(askingBranch) : undefined;
  if ('ok' in target) return target;
  if (asking && 'ok' in asking) return asking;
  return { target, asking, sourceHead: own === undefined ? undefined : heads.value.get(own) };
}

function readOne(run: ActionRun, place: TargetPlace): Target | Failure {
  const reading = readTarget(run.remote(), place);
  return reading.ok ? reading.target : failure(gitErrorText(`the branch ${place.branch} cannot be fetched`, reading));
}

function refusedAsking(branch: string, { target, asking }: Situation): string | undefined {
  if (!asking) return undefined;
  if (target.head === undefined)
    return `there is no branch ${branch} for a pull request to be merged into: make it, or run once with deliver: branch`;
  const isForeign = asking.head !== undefined && !asking.ownership;
  return isForeign
    ? `the branch ${asking.branch} holds no render of leasehold: it is somebody else's. Delete it`
    : undefined;
}

function skipped({ ports: { runner } }: ActionRun, why: string): ActionResult {
  runner.annotate({ severity: 'notice', message: `nothing is committed: ${why}` });
  return success;
}

interface Ready extends Situation {
  readonly plan: Plan;
}

async function write(run: ActionRun, source: Source, ready: Ready): Promise<Attempt> {
  const { target, asking, plan } = ready;
  const isAsked = asking !== undefined && planChanges(source.desired, asking).changed.length === 0;
  const delivered: Delivered =
    isAsked && asking.head !== undefined
      ? { ok: true, commit: asking.head, verified: true }
      : await deliver(run, deliveryOf(run, source, ready));
  if (!delivered.ok)
    return 'raced' in delivered ? { done: false, raced: delivered.raced } : done(failure(delivered.failed));
  if (asking) await requestPull(run, source, { target, asking });
  return done(await reportCommit(run, source, { target, plan, commit: delivered }));
}

/** Merges the branch that is asked to be merged into, so that the pull request never conflicts with it. */
function deliveryOf(run: ActionRun, source: Source, { target, asking, plan }: Ready): Delivery {
  const inFolder = (path: string) => (target.folder === '' ? path : `${target.folder}/${path}`);
  const changes = {
    write: plan.write.map(({ path, text }) => ({ path: inFolder(path), text })),
    remove: plan.remove.map(inFolder),
  };
  const parents = [asking?.head, target.head].filter((commit) => commit !== undefined);
  const { branch, head } = asking ?? target;
  const message = commitMessage(run, source, plan);
  return { branch, head, onto: target.head, parents: [...new Set(parents)], changes, message };
}
