import type { GitEnvironment } from '../io/git-process.ts';
import { type ActionRun, failure, type TenantFiles } from './action-run.ts';

/** The commit that a change builds on. */
export type Base =
  | { readonly ok: true; readonly commit: string; readonly environment: GitEnvironment }
  | { readonly ok: false; readonly message: string };

/** Finds the commit to compare the checkout with, and fetches it if it is missing. */
export async function findBase(run: ActionRun): Promise<Base> {
  const { history } = run.ports;
  const named = await baseRevision(run);
  if (named === undefined)
    return { ok: false, message: 'there is nothing to compare with: give a commit or a branch in the input base' };
  const known = history.resolve(named);
  if (known !== undefined) return { ok: true, commit: known, environment: {} };
  const remote = run.remote();
  const heads = /^[0-9a-f]{40,64}$/.test(named) ? undefined : remote.heads([named]);
  if (heads && !heads.ok) return { ok: false, message: `${named} cannot be looked up: ${heads.message}` };
  const commit = heads ? heads.value.get(named) : named;
  if (commit === undefined) return { ok: false, message: `there is no commit and no branch ${named}` };
  const fetched = remote.fetch(commit);
  if (fetched.ok) return { ok: true, commit, environment: remote.environment };
  return { ok: false, message: `${commit} cannot be fetched: ${fetched.message}` };
}

/** The revision from the input, or the commit that the event builds on. */
async function baseRevision(run: ActionRun): Promise<string | undefined> {
  const { inputs, ports } = run;
  if (inputs.base !== '') return inputs.base;
  const head = ports.history.head();
  const parents = head === undefined ? [] : ports.history.parentsOf(head);
  const { pullRequest, before } = ports.event;
  if (!pullRequest) return before ?? parents[0];
  // GitHub checks out the merge result; its first parent is the head of the target branch.
  if (parents.length === 2 && parents[1] === pullRequest.headSha) return parents[0];
  return (await run.github().mergeBase(pullRequest.baseSha, pullRequest.headSha)) ?? pullRequest.baseSha;
}

/** The input files of the base; none if it has no tenants yet. */
export function readBase(run: ActionRun, { commit, environment }: Extract<Base, { readonly ok: true }>): TenantFiles {
  const { history, runner } = run.ports;
  const base = history.read(commit, run.inputs.path, environment);
  if (base.ok) return base;
  if (base.why !== 'no-files') return failure(`the base cannot be read: ${base.message}`);
  runner.log(`everything counts as added, for ${base.message}`);
  return { ok: true, files: [] };
}
