import { tallyOf } from '../cli/problems.ts';
import { inventoryFile } from '../io/inventory-file.ts';
import { type Rendering, render, type SourceFile } from '../leasehold.ts';
import { annotateProblems } from './annotate.ts';
import { type Attempt, tryCommit } from './commit-attempt.ts';
import { hydratorFile, hydratorText } from './hydrator.ts';
import type { Desired } from './plan.ts';
import { refusedEvent, refusedPlace, targetBranch } from './refuse.ts';
import { approvalsPath } from './removal.ts';
import { changedLines } from './validate.ts';
import { countProblems, type Failure, fails, failure, type Outcome, type Work } from './work.ts';

/** A render of the checked-out commit, and where it came from. */
export interface Source {
  readonly commit: string;
  readonly rendering: Rendering;
  readonly desired: readonly Desired[];
  readonly approvals: readonly SourceFile[];
}

/** Tries before the run gives up, and the milliseconds between the first two; they double with each. */
const mostAttempts = 5;
const firstPause = 500;

/** Commits the rendered manifests to where they are delivered. */
export async function commit(work: Work): Promise<Outcome> {
  work.ports.runner.output('committed', 'false');
  const refused = refusedEvent(work) ?? refusedPlace(work);
  if (refused !== undefined) return failure(refused);
  const source = await readSource(work);
  if (!source.ok) return source;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const result: Attempt = await tryCommit(work, source.value, { branch: targetBranch(work), isRetry: attempt > 0 });
    if (result.done) return result.outcome;
    work.ports.runner.log(`somebody else was first (${result.raced}); trying again on what is there now`);
    if (attempt + 1 < mostAttempts) await work.ports.pause(firstPause * 2 ** attempt);
  }
  return failure(`the branch moved ${mostAttempts} times while this run tried to write to it; run the job again`);
}

type SourceReading = { readonly ok: true; readonly value: Source } | Failure;

/** Reads the commit, not the working tree: what is recorded as the source must be what was rendered. */
async function readSource(work: Work): Promise<SourceReading> {
  const { inputs, ports } = work;
  const { history, event } = ports;
  const head = history.head();
  if (head === undefined) return failure('the workspace is no checkout of a repository; run actions/checkout before');
  const revision = history.read(head, inputs.path);
  if (!revision.ok) return failure(revision.message);
  const rendering = render(revision.files);
  const { problems } = rendering;
  annotateProblems(problems, problems.length === 0 ? new Map() : await changedLines(work), ports.runner);
  countProblems(work, problems);
  if (fails(problems, inputs.strict)) return failure(`${tallyOf(problems)}: nothing is committed`);
  const repoURL = `${event.serverUrl}/${event.repository}`;
  const metadata = hydratorText({ repoURL, drySha: head, commit: history.metadata(head) });
  const approvals = history.read(head, approvalsPath(inputs.path));
  const desired = [...rendering.files, inventoryFile(rendering.inventory), { path: hydratorFile, text: metadata }];
  return { ok: true, value: { commit: head, rendering, desired, approvals: approvals.ok ? approvals.files : [] } };
}
