import type { ActionRun } from './action-run.ts';

/** Rejects a checkout that is not the repository at the commit of the event. */
export function rejectedCheckout(run: ActionRun): string | undefined {
  const { history } = run.ports;
  const { path } = run.inputs;
  const root = history.rootOf(path);
  if (root === undefined) return noCheckout(run);
  if (root !== history.rootOf('.'))
    return `${path} belongs to a repository that is checked out below the workspace: use actions/checkout without its input path`;
  return rejectedCommit(run);
}

/** The message if Git cannot read the workspace, for example because another user owns it, as in a container. */
export function noCheckout({ ports: { history } }: ActionRun): string {
  const why = history.problem() || 'it has no commit';
  const advice = /dubious ownership/.test(why)
    ? 'run git config --global --add safe.directory "$GITHUB_WORKSPACE" first'
    : 'run actions/checkout first';
  return `Git cannot read the workspace: ${why}; ${advice}`;
}

/**
 * Like `rejectedCheckout` for `pull_request_target`. For other events, checks only the commit, and accepts a checkout
 * without Git.
 */
export function rejectedValidation(run: ActionRun): string | undefined {
  return run.ports.event.name === 'pull_request_target' ? rejectedCheckout(run) : rejectedCommit(run);
}

/**
 * Rejects a commit that does not contain the change, because checking it would not find problems of the change. By
 * default, actions/checkout checks out a merge of the head, but the base for `pull_request_target`.
 */
function rejectedCommit({ ports: { event, history } }: ActionRun): string | undefined {
  const head = history.head();
  const wanted = event.headSha;
  if (head === undefined || wanted === undefined || head === wanted) return undefined;
  if (history.parentsOf(head).includes(wanted)) return undefined;
  const advice =
    event.name === 'pull_request_target'
      ? 'use the event pull_request'
      : 'remove the input ref of actions/checkout, whose default contains it';
  return `the checkout contains ${head}, but the event ${event.name} is about ${wanted}: ${advice}`;
}
