import type { RestRequest } from './published-api.ts';
import { forbidden, fullName, notFound, type Reply, type State, type Token, unprocessable } from './state.ts';

type Body = Readonly<Record<string, unknown>>;

interface Call extends RestRequest {
  readonly state: State;
  readonly token: Token;
  readonly words: readonly string[];
  readonly fields: Body;
}

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly needs?: 'contents' | 'pulls';
  readonly answer: (call: Call) => Reply;
}

const permissions = { contents: 'contents=write', pulls: 'issues=write; pull_requests=write' } as const;

/** Responds to the calls of the REST API that the action uses. */
export function answerRest(state: State, token: Token, request: RestRequest): Reply {
  const inner = request.path.replace(`/repos/${fullName}`, '');
  for (const { method, pattern, needs, answer } of routes) {
    const found = method === request.method ? pattern.exec(inner) : null;
    if (!found) continue;
    if (needs && token[needs] !== 'write') return forbidden(permissions[needs]);
    const words = found.slice(1).map(decodeURIComponent);
    return answer({ ...request, state, token, words, fields: (request.body ?? {}) as Body });
  }
  return notFound;
}

const routes: readonly Route[] = [
  { method: 'GET', pattern: /^\/compare\/(.+)\.\.\.(.+)$/, answer: compare },
  { method: 'GET', pattern: /^\/commits\/([0-9a-f]+)\/pulls$/, answer: commitPulls },
  { method: 'GET', pattern: /^\/activity$/, answer: listActivities },
  { method: 'POST', pattern: /^\/git\/commits$/, needs: 'contents', answer: createCommit },
  { method: 'POST', pattern: /^\/git\/refs$/, needs: 'contents', answer: createRef },
  { method: 'PATCH', pattern: /^\/git\/refs\/(.+)$/, needs: 'contents', answer: updateRef },
  { method: 'GET', pattern: /^\/pulls$/, answer: listPulls },
  { method: 'GET', pattern: /^\/pulls\/(\d+)$/, answer: getPull },
  { method: 'POST', pattern: /^\/pulls$/, needs: 'pulls', answer: createPull },
  { method: 'PATCH', pattern: /^\/pulls\/(\d+)$/, needs: 'pulls', answer: updatePull },
  { method: 'POST', pattern: /^\/pulls\/(\d+)\/requested_reviewers$/, needs: 'pulls', answer: requestReviewers },
  { method: 'GET', pattern: /^\/issues\/(\d+)\/labels$/, answer: listLabels },
  { method: 'POST', pattern: /^\/issues\/(\d+)\/labels$/, needs: 'pulls', answer: addLabels },
  { method: 'DELETE', pattern: /^\/issues\/(\d+)\/labels\/(.+)$/, needs: 'pulls', answer: removeLabel },
  { method: 'POST', pattern: /^\/issues\/(\d+)\/comments$/, needs: 'pulls', answer: createComment },
  { method: 'PATCH', pattern: /^\/issues\/comments\/(\d+)$/, needs: 'pulls', answer: updateComment },
  { method: 'DELETE', pattern: /^\/issues\/comments\/(\d+)$/, needs: 'pulls', answer: deleteComment },
];

function compare({ state: { repository }, words: [base = '', head = ''] }: Call): Reply {
  if (!repository.has(base, 'commit') || !repository.has(head, 'commit')) return notFound;
  const [forwards, backwards] = [repository.isAncestor(base, head), repository.isAncestor(head, base)];
  const status = forwards && backwards ? 'identical' : forwards ? 'ahead' : backwards ? 'behind' : 'diverged';
  const mergeBase = repository.git(['merge-base', base, head]).trim();
  return { status: 200, body: { status, merge_base_commit: { sha: mergeBase }, commits: [] } };
}

function commitPulls({ state, words: [commit = ''] }: Call): Reply {
  const labels = state.labels.get(commit);
  const pull = {
    number: 1,
    merged_at: '2026-01-01T00:00:00Z',
    base: { ref: 'main' },
    labels: labels?.map((name) => ({ name })),
  };
  return { status: 200, body: labels ? [pull] : [] };
}

function listActivities({ state, query }: Call): Reply {
  const push = state.pushes.get((query.get('ref') ?? '').replace('refs/heads/', ''));
  return { status: 200, body: push ? [{ after: push.commit, timestamp: push.at, activity_type: 'push' }] : [] };
}

function createCommit({ state: { repository }, fields }: Call): Reply {
  const { tree, parents = [], message } = fields as { tree: string; parents?: string[]; message: string };
  if (!repository.has(tree, 'tree')) return unprocessable('Tree SHA does not exist');
  if (parents.some((parent) => !repository.has(parent, 'commit'))) return unprocessable('Parent SHA does not exist');
  const sha = repository.commit({ tree, parents, message });
  return { status: 201, body: { sha, tree: { sha: tree }, verification: { verified: true, reason: 'valid' } } };
}

function createRef({ state: { repository }, fields }: Call): Reply {
  const { ref, sha } = fields as { ref: string; sha: string };
  if (repository.find(ref)) return unprocessable('Reference already exists');
  if (!repository.has(sha, 'commit')) return unprocessable('Object does not exist');
  repository.git(['update-ref', ref, sha]);
  return { status: 201, body: { ref, object: { sha, type: 'commit' } } };
}

function updateRef({ state: { repository }, words: [ref = ''], fields }: Call): Reply {
  const { sha, force } = fields as { sha: string; force?: boolean };
  const now = repository.find(`refs/${ref}`);
  if (!now) return unprocessable('Reference does not exist');
  if (!force && !repository.isAncestor(now, sha)) return unprocessable('Update is not a fast forward');
  repository.git(['update-ref', `refs/${ref}`, sha]);
  return { status: 200, body: { ref: `refs/${ref}`, object: { sha, type: 'commit' } } };
}

function listPulls({ state, query }: Call): Reply {
  const found = state.pulls.filter(
    ({ head, base }) => query.get('head') === `acme:${head}` && query.get('base') === base,
  );
  return { status: 200, body: found.filter(({ head }) => state.repository.find(`refs/heads/${head}`)) };
}

/** Tests propose the branch `change`, or a commit of main, without a pull request in the state. */
function getPull({ state, words: [number] }: Call): Reply {
  const branch = state.pulls.find((one) => String(one.number) === number)?.head ?? 'change';
  const { repository } = state;
  const sha = repository.find(`refs/heads/${branch}`) ?? repository.find('refs/heads/main');
  if (sha === undefined) return notFound;
  const base = { ref: state.openTargets.get(Number(number)) ?? 'main' };
  return { status: 200, body: { number: Number(number), head: { ref: branch, sha }, base } };
}

function createPull({ state, fields }: Call): Reply {
  const { head, base, title, body } = fields as Record<'head' | 'base' | 'title' | 'body', string>;
  if (!state.repository.find(`refs/heads/${head}`)) return unprocessable('Validation Failed: head invalid');
  const isOpen = state.pulls.some((one) => one.head === head && one.base === base);
  if (isOpen) return unprocessable(`Validation Failed: "A pull request already exists for acme:${head}."`);
  const pull = { number: state.pulls.length + 101, head, base, title, body, labels: [], reviewers: [] };
  state.pulls.push(pull);
  return { status: 201, body: pull };
}

function updatePull({ state, words: [number], fields }: Call): Reply {
  const pull = state.pulls.find((one) => String(one.number) === number);
  if (!pull) return notFound;
  Object.assign(pull, fields);
  return { status: 200, body: pull };
}

function listLabels({ state, words: [number] }: Call): Reply {
  const labels = state.openLabels.get(Number(number)) ?? [];
  return { status: 200, body: labels.map((name) => ({ name })) };
}

function removeLabel({ state, words: [number, name = ''] }: Call): Reply {
  const labels = state.openLabels.get(Number(number)) ?? [];
  const rest = labels.filter((label) => label !== decodeURIComponent(name));
  if (rest.length === labels.length) return notFound;
  state.openLabels.set(Number(number), rest);
  return { status: 200, body: rest.map((label) => ({ name: label })) };
}

function addLabels({ state, words: [number], fields }: Call): Reply {
  const pull = state.pulls.find((one) => String(one.number) === number);
  if (!pull) return notFound;
  add(pull.labels, fields['labels'] as string[]);
  return { status: 200, body: [] };
}

function requestReviewers({ state, words: [number], fields }: Call): Reply {
  const pull = state.pulls.find((one) => String(one.number) === number);
  if (!pull) return notFound;
  add(pull.reviewers, [...(fields['reviewers'] as string[]), ...(fields['team_reviewers'] as string[])]);
  return { status: 201, body: pull };
}

/** Values that are already in the list are not added again. */
function add(list: string[], more: readonly string[]): void {
  list.push(...more.filter((one) => !list.includes(one)));
}

/** Bytes of UTF-8, despite the wording of the error. */
const maxCommentBytes = 262_144;

function createComment({ state, token, words: [pull], fields }: Call): Reply {
  const body = String(fields['body']);
  if (Buffer.byteLength(body) > maxCommentBytes) return unprocessable('Body is too long (maximum is 65536 characters)');
  const comment = { id: state.comments.length + 1001, pull: Number(pull), author: token.login, body };
  state.comments.push(comment);
  return { status: 201, body: { id: comment.id, body } };
}

function updateComment({ state, words: [id], fields }: Call): Reply {
  const comment = state.comments.find((one) => String(one.id) === id);
  if (!comment) return notFound;
  comment.body = String(fields['body']);
  return { status: 200, body: { id: comment.id, body: comment.body } };
}

function deleteComment({ state, words: [id] }: Call): Reply {
  const index = state.comments.findIndex((one) => String(one.id) === id);
  if (index < 0) return notFound;
  state.comments.splice(index, 1);
  return { status: 204 };
}
