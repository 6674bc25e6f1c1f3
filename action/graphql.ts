import { setTimeout as sleep } from 'node:timers/promises';
import type { Octokit } from '@octokit/rest';
import { listAt, mappingAt, type Tree, valueAt } from '../data/tree.ts';

/** The longest wait for a rate limit, in milliseconds. */
const longestWait = 300_000;

/** The response to a query. GitHub returns errors with status 200. */
export type GraphqlAnswer =
  | { readonly ok: true; readonly data: Tree }
  | { readonly ok: false; readonly type: string; readonly message: string };

/**
 * Sends a query to the GraphQL URL of the runner. Uses a plain request because the GraphQL URL of a GitHub Enterprise
 * Server is not under the URL of its REST API. After a rate limit, retries up to twice if the wait is short enough.
 */
export async function askGraphql(
  octokit: Octokit,
  url: string,
  body: { readonly query: string; readonly variables: object },
  tries = 3,
): Promise<GraphqlAnswer> {
  const { data, headers } = await octokit.request({ method: 'POST', url, ...body });
  const [error] = listAt(data, 'errors');
  if (error === undefined) return { ok: true, data: mappingAt(data, 'data') };
  const reset = Number(headers['x-ratelimit-reset']) * 1000 - Date.now();
  if (valueAt(error, 'type') === 'RATE_LIMITED' && tries > 1 && reset <= longestWait) {
    await sleep(Math.max(reset, 1000));
    return askGraphql(octokit, url, body, tries - 1);
  }
  return { ok: false, type: String(valueAt(error, 'type') ?? ''), message: String(valueAt(error, 'message') ?? '') };
}

export const commentsQuery = `query LeaseholdComments($owner: String!, $name: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(last: 100, before: $before) {
        nodes { databaseId viewerDidAuthor body }
        pageInfo { hasPreviousPage startCursor }
      }
    }
  }
}`;

export const labelsQuery = `query LeaseholdLabels($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      timelineItems(last: 100, itemTypes: [LABELED_EVENT, BASE_REF_CHANGED_EVENT]) {
        nodes { ... on LabeledEvent { createdAt label { name } } ... on BaseRefChangedEvent { currentRefName } }
      }
    }
  }
}`;

export const commitMutation = `mutation LeaseholdCommit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) {
    commit { oid signature { isValid } }
  }
}`;

export const queueQuery = `query LeaseholdQueue($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      entries(first: 100) {
        nodes { headCommit { oid } pullRequest { labels(first: 100) { nodes { name } } } }
      }
    }
  }
}`;
