import type { ActionRun } from './action-run.ts';
import { isNotYetVisible } from './api-error.ts';
import type { DeliveryTarget } from './delivery-target.ts';
import type { PullRequestText } from './github.ts';
import { code } from './markdown.ts';
import type { SourceRender } from './source-render.ts';

/** The head branch of our pull requests: one per target branch and folder. */
export function pullRequestBranch(branch: string, folder: string): string {
  return `leasehold/${folder === '' ? branch : `${branch}/${folder}`}`;
}

export async function requestPull(
  run: ActionRun,
  source: SourceRender,
  { target, pullBranch }: { readonly target: DeliveryTarget; readonly pullBranch: DeliveryTarget },
): Promise<void> {
  const { event, runner } = run.ports;
  const where = target.folder === '' ? target.branch : `${target.folder} of ${target.branch}`;
  const text = {
    title: `leasehold: render into ${where}`,
    body: `Manifests rendered from ${event.repository}@${source.commit}.\n\nThis branch is ${code(pullBranch.branch)}; leasehold brings it up to date with every run.`,
  };
  runner.output('pull-request', String(await put(run, { head: pullBranch.branch, base: target.branch }, text)));
}

interface Branches {
  readonly head: string;
  readonly base: string;
}

/** Opens the pull request, or updates the open one. */
async function put(run: ActionRun, { head, base }: Branches, text: PullRequestText): Promise<number> {
  const github = run.github();
  const open = await github.openPullRequest(head, base);
  if (open === undefined) return create(run, { head, base }, text);
  await github.updatePullRequest(open, text);
  return open;
}

/** Retries because GitHub may not see a new branch immediately. */
async function create(run: ActionRun, { head, base }: Branches, text: PullRequestText, tries = 3): Promise<number> {
  try {
    return await run.github().createPullRequest(head, base, text);
  } catch (error) {
    if (tries <= 1 || !isNotYetVisible(error)) throw error;
    await run.ports.pause(1000);
    return create(run, { head, base }, text, tries - 1);
  }
}
