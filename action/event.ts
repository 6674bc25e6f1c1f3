import { listAt, textAt, valueAt } from '../data/tree.ts';

/** The event that triggered the run. */
export interface Event {
  /** `push`, `pull_request`, ... */
  readonly name: string;
  /** `owner/name` */
  readonly repository: string;
  readonly defaultBranch: string;
  /** `refs/heads/main` */
  readonly ref: string;
  /** URL of the GitHub server, without a trailing slash. */
  readonly serverUrl: string;
  readonly run: WorkflowRun;
  readonly pullRequest: PullRequest | undefined;
  /**
   * The base of a merge group, or the branch head before a push, including a push to a pull request. Undefined if there
   * is none.
   */
  readonly before: string | undefined;
  /** The head commit of a pull request or a merge group. Undefined for other events. */
  readonly headSha: string | undefined;
  /** The target branch of the merge queue. Undefined outside a merge queue. */
  readonly mergeQueue: string | undefined;
  /** Another repository whose content may be in the checkout. Undefined if there is none. */
  readonly foreignHead: string | undefined;
}

/** A later run has a higher ID. A rerun has a higher attempt number. */
export interface WorkflowRun {
  readonly id: number;
  readonly attempt: number;
}

export interface PullRequest {
  readonly number: number;
  /** The title at the time of the event. */
  readonly title: string;
  /** The target branch. */
  readonly baseBranch: string;
  readonly baseSha: string;
  readonly headSha: string;
  /** True if the token is read-only, regardless of the permissions of the job. */
  readonly isReadOnly: boolean;
  /** The labels at the time of the event. */
  readonly labels: readonly string[];
  /** What happened to the pull request: `opened`, `synchronize`, `labeled`, ... Empty for events that do not contain it. */
  readonly action: string;
  /** The label that was added or removed. Empty for other events. */
  readonly changedLabel: string;
  /** Whether someone changed the target branch. */
  readonly isRetargeted: boolean;
  /** The repository and the branch of the head. Empty if they are unknown. */
  readonly head: { readonly repository: string; readonly branch: string };
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Reads the variables that the runner sets and the payload of the event. Accepts missing fields. */
export function readEvent(environment: EnvironmentVariables, payload: unknown): Event {
  const text = (name: string) => environment[name] ?? '';
  const repository = text('GITHUB_REPOSITORY');
  return {
    name: text('GITHUB_EVENT_NAME'),
    repository,
    defaultBranch: textAt(payload, 'repository', 'default_branch'),
    ref: text('GITHUB_REF'),
    serverUrl: text('GITHUB_SERVER_URL').replace(/\/+$/, ''),
    run: { id: Number(text('GITHUB_RUN_ID')) || 0, attempt: Number(text('GITHUB_RUN_ATTEMPT')) || 1 },
    pullRequest: readPullRequest(environment, payload),
    foreignHead: foreignHead(payload, repository),
    headSha: commitName(textAt(payload, 'pull_request', 'head', 'sha') || textAt(payload, 'merge_group', 'head_sha')),
    mergeQueue: textAt(payload, 'merge_group', 'base_ref').replace(/^refs\/heads\//, '') || undefined,
    before: commitName(textAt(payload, 'merge_group', 'base_sha') || textAt(payload, 'before')),
  };
}

function readPullRequest(environment: EnvironmentVariables, payload: unknown): PullRequest | undefined {
  const number = valueAt(payload, 'pull_request', 'number');
  if (typeof number !== 'number') return undefined;
  const isForeign = foreignHead(payload, environment['GITHUB_REPOSITORY'] ?? '') !== undefined;
  const isUntrusted = isForeign || environment['GITHUB_ACTOR'] === 'dependabot[bot]';
  return {
    number,
    title: textAt(payload, 'pull_request', 'title'),
    baseBranch: textAt(payload, 'pull_request', 'base', 'ref'),
    baseSha: textAt(payload, 'pull_request', 'base', 'sha'),
    headSha: textAt(payload, 'pull_request', 'head', 'sha'),
    isReadOnly: isUntrusted && environment['GITHUB_EVENT_NAME'] === 'pull_request',
    labels: listAt(payload, 'pull_request', 'labels').map((label) => String(valueAt(label, 'name'))),
    action: textAt(payload, 'action'),
    changedLabel: textAt(payload, 'label', 'name'),
    isRetargeted: valueAt(payload, 'changes', 'base') !== undefined,
    head: {
      repository: textAt(payload, 'pull_request', 'head', 'repo', 'full_name'),
      branch: textAt(payload, 'pull_request', 'head', 'ref'),
    },
  };
}

/** The other repository from which a pull request or a completed workflow may have added content to the checkout. */
function foreignHead(payload: unknown, repository: string): string | undefined {
  const workflow = textAt(payload, 'workflow_run', 'head_repository', 'full_name');
  const pull = valueAt(payload, 'pull_request');
  const head = pull === undefined ? workflow : textAt(pull, 'head', 'repo', 'full_name') || 'a deleted repository';
  return head === '' || head.toLowerCase() === repository.toLowerCase() ? undefined : head;
}

/** A commit SHA, or undefined. For a new branch, GitHub sends zeros as the earlier commit. */
function commitName(text: string): string | undefined {
  return /^[0-9a-f]{40,64}$/.test(text) && !/^0+$/.test(text) ? text : undefined;
}

/** The branch of a run. Undefined for a tag or a pull request. */
export function branchOf({ ref }: Event): string | undefined {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}
