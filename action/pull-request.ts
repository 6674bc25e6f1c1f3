import type { ActionRun } from './action-run.ts';
import { isNotYetVisible } from './api-error.ts';
import type { PullRequestText } from './github.ts';
import { code } from './markdown.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/** The branch that our pull requests come from: one for each place that is delivered to. */
export function pullRequestBranch(branch: string, folder: string): string {
  return `leasehold/${folder === '' ? branch : `${branch}/${folder}`}`;
}

export async function requestPull(
  run: ActionRun,
  source: Source,
  { target, asking }: { readonly target: Target; readonly asking: Target },
): Promise<void> {
  const { event, runner } = run.ports;
  const where = target.folder === '' ? target.branch : `${target.folder} of ${target.branch}`;
  const text = {
    title: `leasehold: render into ${where}`,
    body: `Manifests rendered from ${event.repository}@${source.commit}.\n\nThis branch is ${code(asking.branch)}; leasehold brings it up to date with every run.`,
  };
  runner.output('pull-request', String(await put(run, { head: asking.branch, base: target.branch }, text)));
}

interface Branches {
  readonly head: string;
  readonly base: string;
}

/** Opens the pull request, or brings the open one up to date. */
async function put(run: ActionRun, { head, base }: Branches, text: PullRequestText): Promise<number> {
  const github = run.github();
  const open = await github.openPullRequest(head, base);
  if (open === undefined) return create(run, { head, base }, text);
  await github.updatePullRequest(open, text);
  return open;
}

/** A branch that was made a moment ago is not at once everywhere. */
async function create(run: ActionRun, { head, base }: Branches, text: PullRequestText, tries = 3): Promise<number> {
  try {
    return await run.github().createPullRequest(head, base, text);
  } catch (error) {
    if (tries <= 1 || !isNotYetVisible(error)) throw error;
    await run.ports.pause(1000);
    return create(run, { head, base }, text, tries - 1);
  }
}
