import type { ActionRun } from './action-run.ts';
import { isNotYetVisible } from './api-error.ts';
import type { DeliveryTarget } from './delivery-target.ts';
import type { OpenPullRequest, PullRequestText } from './github.ts';
import { linksOf } from './links.ts';
import { code } from './markdown.ts';
import type { SourceRender } from './source-render.ts';

/** The head branch of our pull requests: one per target branch and folder. No name of one is the start of another's. */
export function pullRequestBranch(branch: string, folder: string): string {
  const name = folder === '' ? branch : `${branch}/${folder}`;
  return `leasehold/${name.replaceAll('%', '%25').replaceAll('/', '%2F')}`;
}

/** The branches of a pull request, as they are now. */
export interface PullBranches {
  readonly target: DeliveryTarget;
  readonly pullBranch: DeliveryTarget;
}

/** Opens the pull request, or updates our part of its description. */
export async function requestPull(run: ActionRun, source: SourceRender, branches: PullBranches): Promise<void> {
  const { target, pullBranch } = branches;
  const open = await run.github().openPullRequest(pullBranch.branch, target.branch);
  const section = describe(run, source, pullBranch);
  const number = open ? await update(run, open, section) : await create(run, branches, section);
  run.ports.runner.output('pull-request', String(number));
}

const [start, end] = ['<!-- leasehold:start -->', '<!-- leasehold:end -->'];

function describe(run: ActionRun, { commit }: SourceRender, { branch }: DeliveryTarget): string {
  const { repository } = run.ports.event;
  const what = `Manifests rendered from ${repository}@${commit}; the summary of ${linksOf(run).run} lists the changes.`;
  return `${start}\n${what}\n\nThis branch is ${code(branch)}; every run of leasehold updates it.\n${end}`;
}

/** Changes only our part: the title and all else belong to people, who may also delete our part. */
async function update(run: ActionRun, { number, body }: OpenPullRequest, section: string): Promise<number> {
  const [from, to] = [body.indexOf(start), body.indexOf(end)];
  const own = from < 0 || to < from ? '' : body.slice(from, to + end.length);
  if (own !== '' && own !== section)
    await run.github().updatePullRequest(number, { body: body.replace(own, () => section) });
  return number;
}

async function create(run: ActionRun, { target, pullBranch }: PullBranches, body: string): Promise<number> {
  const { title, labels, reviewers } = run.inputs;
  const where = target.folder === '' ? target.branch : `${target.folder} of ${target.branch}`;
  const text = { title: title || `leasehold: render into ${where}`, body };
  const number = await open(run, { head: pullBranch.branch, base: target.branch }, text);
  if (labels.length > 0) await run.github().addLabels(number, labels);
  if (reviewers.length > 0) await run.github().requestReviewers(number, sorted(reviewers));
  return number;
}

/** A team has the name of its organisation before a slash. */
function sorted(reviewers: readonly string[]) {
  return {
    users: reviewers.filter((name) => !name.includes('/')),
    teams: reviewers.filter((name) => name.includes('/')).map((name) => name.slice(name.indexOf('/') + 1)),
  };
}

interface Branches {
  readonly head: string;
  readonly base: string;
}

/** Retries because GitHub may not see a new branch immediately. */
async function open(run: ActionRun, { head, base }: Branches, text: PullRequestText, tries = 3): Promise<number> {
  try {
    return await run.github().createPullRequest(head, base, text);
  } catch (error) {
    if (tries <= 1 || !isNotYetVisible(error)) throw error;
    await run.ports.pause(1000);
    return open(run, { head, base }, text, tries - 1);
  }
}

/**
 * Closes a pull request that would change what is right already, for example after a revert. Returns false if another
 * run moved its branch meanwhile.
 */
export async function closeStalePull(run: ActionRun, { target, pullBranch }: PullBranches): Promise<boolean> {
  const { branch, head } = pullBranch;
  const stale = await run.github().openPullRequest(branch, target.branch);
  if (stale === undefined) return true;
  // GitHub closes a pull request with its branch, and nobody can merge it or open it again by mistake.
  if (!run.remote().deleteRef(`refs/heads/${branch}`, head).ok) return false;
  const text = `leasehold closed this pull request: ${code(target.branch)} has the manifests of the newest commit already.`;
  await run.github().createComment(stale.number, text);
  run.ports.runner.log(`pull request ${stale.number} is closed: its change is no longer wanted`);
  return true;
}
