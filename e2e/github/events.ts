import type { Given } from './action-run.ts';
import { fullName } from './state.ts';

/** Variables and payloads of GitHub events. `runAction` provides the variables of a push to main. */

export interface PullEvent {
  readonly number?: number;
  readonly base: string;
  /** The target branch. */
  readonly into?: string;
  readonly head: string;
  /** The repository of the head. */
  readonly from?: string;
  readonly labels?: readonly string[];
  /** The branch of the head. */
  readonly branch?: string;
}

/** `pull_request`, or another event with a pull request. */
export function pullRequest(pull: PullEvent, name = 'pull_request'): Pick<Given, 'env' | 'payload'> {
  const { number = 7, base, into = 'main', head, from = fullName, labels = [], branch = 'change' } = pull;
  return {
    env: { GITHUB_EVENT_NAME: name, GITHUB_REF: `refs/pull/${number}/merge` },
    payload: {
      repository: { default_branch: 'main' },
      pull_request: {
        number,
        base: { ref: into, sha: base },
        head: { ref: branch, sha: head, repo: { full_name: from } },
        labels: labels.map((label) => ({ name: label })),
      },
    },
  };
}

export function push(before: string): Pick<Given, 'payload'> {
  return { payload: { before, repository: { default_branch: 'main' } } };
}

/** The same event in another run or attempt. */
export function inRun<T extends Partial<Given>>(event: T, id: number, attempt = 1): T {
  return { ...event, env: { ...event.env, GITHUB_RUN_ID: String(id), GITHUB_RUN_ATTEMPT: String(attempt) } };
}
