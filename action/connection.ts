import type { Octokit } from '@octokit/rest';

/** The APIs of a repository on GitHub. */
export interface Connection {
  readonly octokit: Octokit;
  readonly graphqlUrl: string;
  readonly owner: string;
  readonly repo: string;
}
