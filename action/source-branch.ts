import type { ActionRun } from './action-run.ts';
import { branchOf } from './event.ts';

/** The branch whose newest commit is rendered: the input, else the default branch, else that of the run. */
export function sourceBranch({ inputs, ports: { event } }: ActionRun): string {
  return inputs.sourceBranch || event.defaultBranch || (branchOf(event) ?? '');
}
