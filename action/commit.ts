import { type ActionResult, type ActionRun, failure } from './action-run.ts';
import { type Attempt, tryCommit } from './commit-attempt.ts';
import { rejectedBranch, rejectedEvent, rejectedPlace, targetBranch } from './reject.ts';
import { renderSource, type SourceRenderResult } from './source-render.ts';

/** If ten jobs write to the same branch at the same time, the last one succeeds at the tenth attempt. */
const maxAttempts = 15;
/** The pause after the first attempt, in milliseconds. It doubles after each attempt, up to `longestPause`. */
const firstPause = 250;
const longestPause = 2000;

/** Commits the rendered manifests to their branch. */
export async function commit(run: ActionRun): Promise<ActionResult> {
  run.ports.runner.output('committed', 'false');
  const rejected = rejectedEvent(run) ?? rejectedBranch(run) ?? rejectedPlace(run);
  if (rejected !== undefined) return failure(rejected);
  let source = await renderSource(run, run.ports.history.head());
  let [raced, isRetry] = ['', false];
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (!source.ok) return source;
    const result: Attempt = await tryCommit(run, source.value, { branch: targetBranch(run), isRetry });
    if (result.done) return result.outcome;
    raced = result.raced;
    isRetry = result.newest === undefined;
    if (result.newest === undefined) await waitAfter(run, attempt, raced);
    else source = await renderNewest(run, result.newest, raced);
  }
  return failure(`${maxAttempts} attempts to commit failed (the last one: ${raced}); run the job again`);
}

async function waitAfter({ ports }: ActionRun, attempt: number, raced: string): Promise<void> {
  ports.runner.log(`attempt ${attempt + 1} of ${maxAttempts} to commit failed: ${raced}`);
  if (attempt + 1 < maxAttempts) await ports.pause(Math.min(firstPause * 2 ** attempt, longestPause));
}

function renderNewest(run: ActionRun, newest: string, why: string): Promise<SourceRenderResult> {
  run.ports.runner.annotate({ severity: 'notice', message: why });
  return renderSource(run, newest);
}
