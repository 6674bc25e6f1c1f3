import { listAt, textAt } from '../data/tree.ts';
import { graphqlError } from './api-error.ts';
import type { Connection } from './connection.ts';
import { askGraphql, labelsQuery } from './graphql.ts';

/** When a label was last added to a pull request. Undefined if it is not among the last hundred added labels. */
export async function labeledAt(
  { octokit, graphqlUrl, owner, repo }: Connection,
  number: number,
  label: string,
): Promise<string | undefined> {
  const variables = { owner, name: repo, number };
  const answer = await askGraphql(octokit, graphqlUrl, { query: labelsQuery, variables });
  if (!answer.ok) throw graphqlError(answer);
  const events = listAt(answer.data, 'repository', 'pullRequest', 'timelineItems', 'nodes');
  const last = events.findLast((event) => textAt(event, 'label', 'name') === label);
  return textAt(last, 'createdAt') || undefined;
}

/** The newest push to a branch of a repository. */
export async function lastPush({ octokit }: Connection, fullName: string, branch: string) {
  const [owner = '', repo = ''] = fullName.split('/');
  const { data } = await octokit.rest.repos.listActivities({ owner, repo, ref: `refs/heads/${branch}`, per_page: 1 });
  const [last] = data;
  return last && { commit: last.after, at: last.timestamp };
}
