import { type ActionResult, type ActionRun, failure } from './action-run.ts';
import { type Attempt, tryCommit } from './commit-attempt.ts';
import { rejectedBranch, rejectedEvent, rejectedPlace, targetBranch } from './reject.ts';
import { renderSource } from './source-render.ts';

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
  const source = await renderSource(run);
  if (!source.ok) return source;
  let raced = '';
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const result: Attempt = await tryCommit(run, source.value, { branch: targetBranch(run), isRetry: attempt > 0 });
    if (result.done) return result.outcome;
    raced = result.raced;
    run.ports.runner.log(`attempt ${attempt + 1} of ${maxAttempts} to commit failed: ${result.raced}`);
    if (attempt + 1 < maxAttempts) await run.ports.pause(Math.min(firstPause * 2 ** attempt, longestPause));
  }
  return failure(`${maxAttempts} attempts to commit failed (the last one: ${raced}); run the job again`);
}
