import { inventoryFile } from '../io/inventory-file.ts';
import { type Rendering, render } from '../leasehold.ts';
import { hydratorFile, hydratorText } from '../shell/hydrator.ts';
import { lastTenantHint } from '../shell/no-tenants.ts';
import { fails, tallyOf } from '../shell/problems.ts';
import { type ActionRun, countProblems, type Failure, failure } from './action-run.ts';
import { annotateProblems } from './annotate.ts';
import { noCheckout } from './checkout.ts';
import type { DesiredFile } from './commit-plan.ts';
import { readCommit } from './fetched-history.ts';
import { changedLinesSinceBase } from './validate.ts';

/** A render of a commit of the source branch. */
export interface SourceRender {
  readonly commit: string;
  readonly rendering: Rendering;
  readonly desired: readonly DesiredFile[];
}

export type SourceRenderResult = { readonly ok: true; readonly value: SourceRender } | Failure;

/**
 * Renders a commit instead of the working tree because the output records the commit as its source. A commit other than the
 * checked-out one is fetched. `commit` is undefined without a checkout.
 */
export async function renderSource(run: ActionRun, commit: string | undefined): Promise<SourceRenderResult> {
  const { inputs, ports } = run;
  const { history, event } = ports;
  if (commit === undefined) return failure(noCheckout(run));
  const isCheckout = commit === history.head();
  const revision = readCommit(run, commit, inputs.path);
  if (!revision.ok) {
    const hint = revision.why === 'no-files' ? `; ${lastTenantHint(inputs.path)}` : '';
    return failure(`${revision.message}${hint}`);
  }
  const rendering = render(revision.files);
  const { problems } = rendering;
  const changed = isCheckout ? await changedLinesSinceBase(run, problems) : new Map();
  annotateProblems(problems, { changed }, ports.runner);
  countProblems(run, problems);
  if (fails(problems, inputs.strict)) return failure(`${tallyOf(problems)}, so nothing is committed`);
  const repoURL = `${event.serverUrl}/${event.repository}`;
  const authorship = history.metadata(commit, isCheckout ? {} : run.remote().environment);
  const metadata = hydratorText({ repoURL, drySha: commit, commit: authorship });
  const desired = [...rendering.files, inventoryFile(rendering.inventory), { path: hydratorFile, text: metadata }];
  return { ok: true, value: { commit, rendering, desired } };
}
