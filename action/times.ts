import { listAt, textAt } from '../data/tree.ts';
import { graphqlError } from './api-error.ts';
import type { Connection } from './connection.ts';
import type { Labeling } from './github.ts';
import { askGraphql, labelsQuery } from './graphql.ts';

/**
 * When a label was last added to a pull request, and whether the target branch changed later. Undefined if the label is not among
 * the last hundred added labels and changes of the target branch.
 */
export async function lastLabeling(
  { octokit, graphqlUrl, owner, repo }: Connection,
  number: number,
  label: string,
): Promise<Labeling | undefined> {
  const variables = { owner, name: repo, number };
  const answer = await askGraphql(octokit, graphqlUrl, { query: labelsQuery, variables });
  if (!answer.ok) throw graphqlError(answer);
  const events = listAt(answer.data, 'repository', 'pullRequest', 'timelineItems', 'nodes');
  const last = events.findLastIndex((event) => textAt(event, 'label', 'name') === label);
  if (last < 0) return undefined;
  const isBeforeRetarget = events.slice(last).some((event) => textAt(event, 'currentRefName') !== '');
  return { at: textAt(events[last], 'createdAt'), isBeforeRetarget };
}

/** The newest push to a branch of a repository. */
export async function lastPush({ octokit }: Connection, fullName: string, branch: string) {
  const [owner = '', repo = ''] = fullName.split('/');
  const { data } = await octokit.rest.repos.listActivities({ owner, repo, ref: `refs/heads/${branch}`, per_page: 1 });
  const [last] = data;
  return last && { commit: last.after, at: last.timestamp };
}
