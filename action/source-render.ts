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

/** A render of the checked-out commit. */
export interface SourceRender {
  readonly commit: string;
  readonly rendering: Rendering;
  readonly desired: readonly DesiredFile[];
}

export type SourceRenderResult = { readonly ok: true; readonly value: SourceRender } | Failure;

/** Renders the commit instead of the working tree because the output records the commit as its source. */
export async function renderSource(run: ActionRun): Promise<SourceRenderResult> {
  const { inputs, ports } = run;
  const { history, event } = ports;
  const head = history.head();
  if (head === undefined) return failure(noCheckout(run));
  const revision = readCommit(run, head, inputs.path);
  if (!revision.ok) {
    const hint = revision.why === 'no-files' ? `; ${lastTenantHint(inputs.path)}` : '';
    return failure(`${revision.message}${hint}`);
  }
  const rendering = render(revision.files);
  const { problems } = rendering;
  annotateProblems(problems, { changed: await changedLinesSinceBase(run, problems) }, ports.runner);
  countProblems(run, problems);
  if (fails(problems, inputs.strict)) return failure(`${tallyOf(problems)}, so nothing is committed`);
  const repoURL = `${event.serverUrl}/${event.repository}`;
  const metadata = hydratorText({ repoURL, drySha: head, commit: history.metadata(head) });
  const desired = [...rendering.files, inventoryFile(rendering.inventory), { path: hydratorFile, text: metadata }];
  return { ok: true, value: { commit: head, rendering, desired } };
}
