import type { GitEnvironment } from '../io/git-process.ts';
import type { ActionRun } from './action-run.ts';
import { gitErrorText } from './git-error.ts';

/** The commit that a change is based on. */
export type BaseResult = ({ readonly ok: true } & Base) | { readonly ok: false; readonly message: string };

export interface Base {
  readonly commit: string;
  readonly environment: GitEnvironment;
  /** The tenants directory at that commit. */
  readonly path: string;
}

/** Finds the commit to compare the checkout with. Fetches it if it is missing, or if the clone is partial. */
export async function findBase(run: ActionRun): Promise<BaseResult> {
  const named = await baseRevision(run);
  if (named === undefined)
    return { ok: false, message: 'there is nothing to compare with: set the input base to a commit or a branch' };
  // Git's syntax for a directory in a revision.
  const [, revision = named, path = run.inputs.path] = /^([^:]+):(.+)$/.exec(named) ?? [];
  const known = run.ports.history.resolve(revision);
  const base =
    known === undefined || run.ports.history.isPartial()
      ? fetchBase(run, known ?? revision, path)
      : { ok: true as const, commit: known, environment: {}, path };
  return base.ok && isCheckout(base.commit, run) ? { ok: false, message: sameCommit(named) } : base;
}

/** Whether the commit is the checked-out head of a pull request. A comparison with it would find no change. */
function isCheckout(commit: string, { ports }: ActionRun): boolean {
  return ports.event.pullRequest !== undefined && commit === ports.history.head();
}

function sameCommit(named: string): string {
  return `the base ${named} is the checked-out commit itself, so no change of the pull request can be seen; remove the input base, or set it to the target branch`;
}

function fetchBase(run: ActionRun, named: string, path: string): BaseResult {
  const remote = run.remote();
  const heads = /^[0-9a-f]{40,64}$/.test(named) ? undefined : remote.heads([named]);
  if (heads && !heads.ok) return { ok: false, message: gitErrorText(`${named} cannot be looked up`, heads, 'read') };
  const commit = heads ? heads.value.get(named) : named;
  if (commit === undefined)
    return {
      ok: false,
      message: `${named} is neither a branch of the repository nor a commit in the checkout; set the input base to a branch or to the full SHA of a commit`,
    };
  const fetched = remote.fetch(commit);
  if (!fetched.ok) return { ok: false, message: gitErrorText(`${commit} cannot be fetched`, fetched, 'read') };
  const contents = run.ports.history.fetchSources(commit, path, remote);
  if (contents.ok) return { ok: true, commit, environment: remote.environment, path };
  return { ok: false, message: gitErrorText(`the files of ${commit} cannot be fetched`, contents, 'read') };
}

/**
 * The revision from the input. Without an input, for a pull request: the first parent of the checkout if it is the merge of the
 * head, or else the merge base, or else the base in the event. For other events: the commit that the event is based on, or else
 * the first parent of the checkout. Undefined if there is none.
 */
async function baseRevision(run: ActionRun): Promise<string | undefined> {
  const { inputs, ports } = run;
  if (inputs.base !== '') return inputs.base;
  const head = ports.history.head();
  const parents = head === undefined ? [] : ports.history.parentsOf(head);
  const { pullRequest, before } = ports.event;
  if (!pullRequest) return before ?? parents[0];
  // GitHub checks out a merge commit. Its first parent is the head of the target branch.
  if (parents.length === 2 && parents[1] === pullRequest.headSha) return parents[0];
  return (await run.github().mergeBase(pullRequest.baseSha, pullRequest.headSha)) ?? pullRequest.baseSha;
}
