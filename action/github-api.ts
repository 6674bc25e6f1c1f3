import type { Octokit } from '@octokit/rest';
import { listAt, textAt, valueAt } from '../data/tree.ts';
import { graphqlError, isConflict, isNotYetVisible, statusOf } from './api-error.ts';
import type { Connection } from './connection.ts';
import type { BranchCommit, CommitResult, CompareStatus, GitHub, Message, OwnComment, TreeCommit } from './github.ts';
import { askGraphql, commentsQuery, commitMutation, type GraphqlAnswer, queueQuery } from './graphql.ts';
import { lastLabeling, lastPush } from './times.ts';

/** Implements the calls with the REST and GraphQL APIs of GitHub. */
export function openGitHub(
  octokit: Octokit,
  { graphqlUrl, repository }: { readonly graphqlUrl: string; readonly repository: string },
): GitHub {
  const [owner = '', repo = ''] = repository.split('/');
  const place = { owner, repo };
  const connection = { octokit, graphqlUrl, ...place };
  const { rest } = octokit;
  return {
    ...history(connection),
    ...pullRequests(connection),
    queuedLabels: (branch) => queuedLabels(connection, branch),
    labelsOfPull: async (number) =>
      (await rest.issues.listLabelsOnIssue({ ...place, issue_number: number, per_page: 100 })).data.map(
        ({ name }) => name,
      ),
    pullState: async (number) => (await rest.pulls.get({ ...place, pull_number: number })).data,
    removeLabel: async (number, name) => void (await rest.issues.removeLabel({ ...place, issue_number: number, name })),
    lastLabeling: (number, name) => lastLabeling(connection, number, name),
    lastPush: (fullName, branch) => lastPush(connection, fullName, branch),
    ownComments: (number, wanted) => ownComments(connection, number, wanted),
    createComment: async (number, body) =>
      (await rest.issues.createComment({ ...place, issue_number: number, body })).data.id,
    updateComment: async (id, body) => void (await rest.issues.updateComment({ ...place, comment_id: id, body })),
    deleteComment: async (id) => void (await rest.issues.deleteComment({ ...place, comment_id: id })),
    commitOnBranch: (commit) => commitOnBranch(connection, commit),
    createCommit: (commit) => createCommit(connection, commit),
    advanceBranch: (branch, commit) =>
      unlessConflict(rest.git.updateRef({ ...place, ref: `heads/${branch}`, sha: commit, force: false })),
    createBranch: (branch, commit) =>
      unlessConflict(rest.git.createRef({ ...place, ref: `refs/heads/${branch}`, sha: commit })),
  };
}

/** Returns false if the branch has moved in the meantime, already exists or no longer exists. */
async function unlessConflict(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

async function createCommit({ octokit, owner, repo }: Connection, commit: TreeCommit): Promise<CommitResult> {
  const { message, tree, parents } = commit;
  try {
    const asked = { owner, repo, message: messageText(message), tree, parents: [...parents] };
    const { data } = await octokit.rest.git.createCommit(asked);
    return { ok: true, commit: data.sha, verified: data.verification.verified };
  } catch (error) {
    // GitHub replicates pushed objects with a delay.
    if (isNotYetVisible(error)) return { ok: false, raced: 'GitHub does not see the pushed objects yet' };
    throw error;
  }
}

function messageText({ headline, body }: Message): string {
  return body === '' ? headline : `${headline}\n\n${body}`;
}

function history({
  octokit,
  owner,
  repo,
}: Connection): Pick<GitHub, 'compareCommits' | 'mergeBase' | 'labelsOfCommit'> {
  // Requests the second page, because the first one also lists the changed files.
  const compare = (base: string, head: string) =>
    octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead: `${base}...${head}`, per_page: 1, page: 2 });
  return {
    compareCommits: async (base, head) =>
      ((await unlessMissing(compare(base, head)))?.data.status as CompareStatus | undefined) ?? 'unknown',
    mergeBase: async (base, head) => (await unlessMissing(compare(base, head)))?.data.merge_base_commit.sha,
    labelsOfCommit: async (commit, branch) => {
      const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit({
        owner,
        repo,
        commit_sha: commit,
      });
      const merged = data.filter(({ merged_at, base }) => merged_at !== null && base.ref === branch);
      return merged.flatMap(({ labels }) => labels.map(({ name }) => name));
    },
  };
}

/** The response to a request. Undefined if the object does not exist or if the commits have no common history. */
async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

type PullRequestCalls = Pick<
  GitHub,
  'openPullRequest' | 'createPullRequest' | 'updatePullRequest' | 'addLabels' | 'requestReviewers'
>;

function pullRequests({ octokit, owner, repo }: Connection): PullRequestCalls {
  const { pulls } = octokit.rest;
  return {
    openPullRequest: async (head, base) => {
      const { data } = await pulls.list({ owner, repo, head: `${owner}:${head}`, base, state: 'open', per_page: 1 });
      const [open] = data;
      return open && { number: open.number, title: open.title, body: open.body ?? '' };
    },
    addLabels: async (number, labels) =>
      void (await octokit.rest.issues.addLabels({ owner, repo, issue_number: number, labels: [...labels] })),
    requestReviewers: async (number, { users, teams }) =>
      void (await pulls.requestReviewers({
        owner,
        repo,
        pull_number: number,
        reviewers: [...users],
        team_reviewers: [...teams],
      })),
    createPullRequest: async (head, base, text) =>
      (await pulls.create({ owner, repo, head, base, ...text })).data.number,
    updatePullRequest: async (number, text) => void (await pulls.update({ owner, repo, pull_number: number, ...text })),
  };
}

/** Reads a single page, because a merge queue builds at most a hundred entries at a time. */
async function queuedLabels(
  { octokit, graphqlUrl, owner, repo }: Connection,
  branch: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const variables = { owner, name: repo, branch };
  const answer = orThrow(await askGraphql(octokit, graphqlUrl, { query: queueQuery, variables }));
  const entries = listAt(answer.data, 'repository', 'mergeQueue', 'entries', 'nodes');
  return new Map(
    entries.map((entry) => {
      const labels = listAt(entry, 'pullRequest', 'labels', 'nodes').map((label) => textAt(label, 'name'));
      return [textAt(entry, 'headCommit', 'oid'), labels] as const;
    }),
  );
}

/** The maximum number of pages to search. Each page has a hundred comments. */
const maxPages = 10;

async function ownComments(
  { octokit, graphqlUrl, owner, repo }: Connection,
  number: number,
  wanted: (body: string) => boolean,
): Promise<readonly OwnComment[]> {
  let before: unknown = null;
  for (let page = 0; page < maxPages; page++) {
    const variables = { owner, name: repo, number, before };
    const answer = orThrow(await askGraphql(octokit, graphqlUrl, { query: commentsQuery, variables }));
    const comments = valueAt(answer.data, 'repository', 'pullRequest', 'comments');
    const found = listAt(comments, 'nodes').flatMap((node) => ownComment(node, wanted));
    if (found.length > 0 || valueAt(comments, 'pageInfo', 'hasPreviousPage') !== true) return found.reverse();
    before = valueAt(comments, 'pageInfo', 'startCursor');
  }
  return [];
}

function ownComment(node: unknown, wanted: (body: string) => boolean): readonly OwnComment[] {
  const [id, body] = [valueAt(node, 'databaseId'), valueAt(node, 'body')];
  const own = valueAt(node, 'viewerDidAuthor') === true && typeof body === 'string' && wanted(body);
  return own && typeof id === 'number' ? [{ id, body }] : [];
}

function orThrow(answer: GraphqlAnswer): Extract<GraphqlAnswer, { readonly ok: true }> {
  if (!answer.ok) throw graphqlError(answer);
  return answer;
}

async function commitOnBranch(connection: Connection, commit: BranchCommit): Promise<CommitResult> {
  const { octokit, graphqlUrl, owner, repo } = connection;
  const { branch, head, message, changes } = commit;
  const input = {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: branch },
    expectedHeadOid: head,
    message,
    fileChanges: {
      additions: changes.write.map(({ path, text }) => ({ path, contents: Buffer.from(text).toString('base64') })),
      deletions: changes.remove.map((path) => ({ path })),
    },
  };
  const answer = await askGraphql(octokit, graphqlUrl, { query: commitMutation, variables: { input } });
  if (!answer.ok && answer.type === 'STALE_DATA') return { ok: false, raced: answer.message };
  const made = valueAt(orThrow(answer).data, 'createCommitOnBranch', 'commit');
  return { ok: true, commit: String(valueAt(made, 'oid')), verified: valueAt(made, 'signature', 'isValid') === true };
}
