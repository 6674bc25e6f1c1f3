import type { ActionRun } from './action-run.ts';
import { branchOf } from './event.ts';

/** The branch to render: the input, the default branch, or the branch of the run, in this order. */
export function sourceBranch({ inputs, ports: { event } }: ActionRun): string {
  return inputs.sourceBranch || event.defaultBranch || (branchOf(event) ?? '');
}
