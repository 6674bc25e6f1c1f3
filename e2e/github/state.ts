import type { Repository } from './repository.ts';

/** The state of the server outside Git. A test reads and changes it as people do on the website. */
export interface State {
  readonly repository: Repository;
  readonly comments: Comment[];
  readonly pulls: Pull[];
  readonly queue: QueueEntry[];
  /** Labels of the pull request that added a commit to main. */
  readonly labels: Map<string, readonly string[]>;
  /** Labels of an open pull request, by its number. */
  readonly openLabels: Map<number, readonly string[]>;
  /** The target branch of an open pull request, by its number. */
  readonly openTargets: Map<number, string>;
  /** When a label was added to a pull request, or its target branch changed, by its number. Oldest first. */
  readonly labelings: Map<
    number,
    readonly ({ readonly label: string; readonly at: string } | { readonly base: string })[]
  >;
  /** The newest push to a branch. */
  readonly pushes: Map<string, { readonly commit: string; readonly at: string }>;
  /** The user of a token, and its permissions. */
  readonly tokens: Map<string, Token>;
}

export interface Comment {
  readonly id: number;
  readonly pull: number;
  readonly author: string;
  body: string;
}

export interface Pull {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  title: string;
  body: string;
  readonly labels: string[];
  readonly reviewers: string[];
}

/** A pull request in the merge queue of main, with the merge commit of the queue. */
export interface QueueEntry {
  readonly commit: string;
  readonly labels: readonly string[];
}

export interface Token {
  readonly login: string;
  readonly contents: 'read' | 'write';
  readonly pulls: 'read' | 'write';
}

/** `acme/tenants`, the only repository on the server. */
export const fullName = 'acme/tenants';

export function makeState(repository: Repository): State {
  const tokens = new Map<string, Token>([
    ['bot-token', { login: 'github-actions[bot]', contents: 'write', pulls: 'write' }],
    ['read-token', { login: 'github-actions[bot]', contents: 'read', pulls: 'read' }],
  ]);
  const people = {
    labels: new Map(),
    openLabels: new Map(),
    openTargets: new Map(),
    labelings: new Map(),
    pushes: new Map(),
  };
  return { repository, comments: [], pulls: [], queue: [], ...people, tokens };
}

/** A response of the API: a status and the body as JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const notFound: Reply = {
  status: 404,
  body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' },
};

export function unprocessable(message: string): Reply {
  return { status: 422, body: { message, documentation_url: 'https://docs.github.com/rest' } };
}

/** A response like GitHub's to a token without permission: it lists the required permissions. */
export function forbidden(permission: string): Reply {
  return {
    status: 403,
    headers: { 'x-accepted-github-permissions': permission },
    body: { message: 'Resource not accessible by integration', documentation_url: 'https://docs.github.com/rest' },
  };
}
