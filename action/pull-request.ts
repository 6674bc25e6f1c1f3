import type { Source } from './commit.ts';
import { putPullRequest } from './deliver.ts';
import { code } from './markdown.ts';
import type { Target } from './target.ts';
import type { Work } from './work.ts';

/** The branch that our pull requests come from: one for each place that is delivered to. */
export function pullRequestBranch(branch: string, folder: string): string {
  return `leasehold/${folder === '' ? branch : `${branch}/${folder}`}`;
}

export async function requestPull(
  work: Work,
  source: Source,
  { target, asking }: { readonly target: Target; readonly asking: Target },
): Promise<void> {
  const { event, runner } = work.ports;
  const where = target.folder === '' ? target.branch : `${target.folder} of ${target.branch}`;
  const text = {
    title: `leasehold: render into ${where}`,
    body: `Manifests rendered from ${event.repository}@${source.commit}.\n\nThis branch is ${code(asking.branch)}; leasehold brings it up to date with every run.`,
  };
  const number = await putPullRequest(work.github(), { head: asking.branch, base: target.branch }, text);
  runner.output('pull-request', String(number));
}
