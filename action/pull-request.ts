import { code } from '../shell/markdown.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { isAlreadyThere, isNotYetVisible } from './api-error.ts';
import type { DeliveryTarget } from './delivery-target.ts';
import { gitErrorText } from './git-error.ts';
import type { OpenPullRequest, PullRequestText } from './github.ts';
import { linksOf } from './links.ts';
import type { SourceRender } from './source-render.ts';

/**
 * The head branch of the pull request for a target branch and folder. Escapes slashes because a branch name cannot be a
 * path prefix of another.
 */
export function pullRequestBranch(branch: string, folder: string): string {
  const name = folder === '' ? branch : `${branch}/${folder}`;
  return `leasehold/${name.replaceAll('%', '%25').replaceAll('/', '%2F')}`;
}

/** The current branches of a pull request. */
export interface PullBranches {
  readonly target: DeliveryTarget;
  readonly pullBranch: DeliveryTarget;
}

/** A pull request to open or to update. */
export interface WantedPull {
  readonly head: string;
  readonly base: string;
  /** The title if the input `title` is empty. */
  readonly title: string;
  /** The section of leasehold in the description, in Markdown. */
  readonly text: string;
}

/** Opens the pull request or updates the section of leasehold in its description. Returns its number. */
export async function requestPull(run: ActionRun, wanted: WantedPull): Promise<number> {
  const section = sectionOf(wanted.text);
  const open = await run.github().openPullRequest(wanted.head, wanted.base);
  const pull = open ?? (await create(run, wanted, section));
  run.ports.runner.output('pull-request', String(pull.number));
  await update(run, pull, section);
  return pull.number;
}

/** The pull request with the manifests of a commit. */
export function renderPull(run: ActionRun, { commit }: SourceRender, { target, pullBranch }: PullBranches): WantedPull {
  const { repository } = run.ports.event;
  const what = `Manifests rendered from ${repository}@${commit}; the summary of ${linksOf(run).run} lists the changes.`;
  const text = `${what}\n\nThe branch of this pull request is ${code(pullBranch.branch)}; each run of leasehold updates it.`;
  const where = target.folder === '' ? target.branch : `${target.folder} of ${target.branch}`;
  return { head: pullBranch.branch, base: target.branch, title: `leasehold: render into ${where}`, text };
}

/** The section of leasehold in the description of a pull request. */
export function sectionOf(text: string): string {
  return `${start}\n${text}\n${end}`;
}

const [start, end] = ['<!-- leasehold:start -->', '<!-- leasehold:end -->'];
/** Marks a pull request that still lacks its labels and reviewers, so that a later run adds them. */
const unfinished = '<!-- leasehold:unfinished -->\n';

/**
 * Updates only the section of leasehold. Users own the title and the rest of the description, and may delete the
 * section.
 */
async function update(run: ActionRun, { number, body }: OpenPullRequest, section: string): Promise<void> {
  const [from, to] = [body.indexOf(start), body.indexOf(end)];
  const own = from < 0 || to < from ? '' : body.slice(from, to + end.length);
  if (own.includes(unfinished)) await addPeople(run, number);
  if (own !== '' && own !== section)
    await run.github().updatePullRequest(number, { body: body.replace(own, () => section) });
}

async function addPeople(run: ActionRun, number: number): Promise<void> {
  const { labels, reviewers } = run.inputs;
  if (labels.length > 0) await run.github().addLabels(number, labels);
  if (reviewers.length > 0) await run.github().requestReviewers(number, usersAndTeams(reviewers));
}

async function create(run: ActionRun, wanted: WantedPull, section: string): Promise<OpenPullRequest> {
  const { title, labels, reviewers } = run.inputs;
  const isUnfinished = labels.length + reviewers.length > 0;
  const body = isUnfinished ? section.replace('\n', `\n${unfinished}`) : section;
  const text = { title: title || wanted.title, body };
  return { number: await open(run, wanted, text), ...text };
}

/** Splits reviewers into users and teams. A team has the form `organization/team`. */
function usersAndTeams(reviewers: readonly string[]) {
  return {
    users: reviewers.filter((name) => !name.includes('/')),
    teams: reviewers.filter((name) => name.includes('/')).map((name) => name.slice(name.indexOf('/') + 1)),
  };
}

interface Branches {
  readonly head: string;
  readonly base: string;
}

/**
 * Retries because GitHub does not always see a new branch immediately. Reuses an open pull request because the response to a
 * successful call can be lost.
 */
async function open(run: ActionRun, { head, base }: Branches, text: PullRequestText, tries = 3): Promise<number> {
  try {
    return await run.github().createPullRequest(head, base, text);
  } catch (error) {
    const known = isAlreadyThere(error) ? await run.github().openPullRequest(head, base) : undefined;
    if (known) return known.number;
    if (tries <= 1 || !isNotYetVisible(error)) throw error;
    await run.ports.pause(1000);
    return open(run, { head, base }, text, tries - 1);
  }
}

/** `raced` means that another run moved the branch of the pull request in the meantime. */
export type CloseResult = ActionResult | { readonly ok: false; readonly raced: string };

/** Closes an obsolete pull request, for example after a revert. */
export async function closeStalePull(run: ActionRun, { target, pullBranch }: PullBranches): Promise<CloseResult> {
  const { branch, head } = pullBranch;
  const stale = await run.github().openPullRequest(branch, target.branch);
  if (stale === undefined) return success;
  // GitHub closes a pull request when its branch is deleted. Nobody can then merge or reopen it by mistake.
  const deleted = run.remote().deleteRef(`refs/heads/${branch}`, head);
  if (!deleted.ok) return notDeleted(run, pullBranch, gitErrorText(`${branch} cannot be deleted`, deleted));
  const text = `leasehold closed this pull request: ${code(target.branch)} already has the manifests of the newest commit.`;
  await run.github().createComment(stale.number, text);
  run.ports.runner.log(`closed pull request ${stale.number}, which is obsolete`);
  return success;
}

function notDeleted(run: ActionRun, { branch, head }: DeliveryTarget, why: string): CloseResult {
  const heads = run.remote().heads([branch]);
  const isMoved = heads.ok && heads.value.get(branch) !== head;
  if (isMoved) return { ok: false, raced: `${branch} has moved in the meantime` };
  return failure(`${why}; close the obsolete pull request of this branch yourself`);
}
