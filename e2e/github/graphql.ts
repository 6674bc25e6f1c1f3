import { schema as published } from '@octokit/graphql-schema';
import { buildSchema, type GraphQLSchema, parse, validate } from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import type { Addition } from './repository.ts';
import { fullName, type Reply, type State, type Token } from './state.ts';

interface Query {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

let built: GraphQLSchema | undefined;

/** The errors of a query and its variables according to GitHub's published schema; empty if it is valid. */
export function graphqlViolations({ query, variables }: Query): readonly string[] {
  // The published schema defines two fields twice, so it does not pass its own validation.
  built ??= buildSchema(published.idl, { assumeValidSDL: true });
  const document = parse(query);
  const violations = validate(built, document).map(({ message }) => message);
  const [operation] = document.definitions;
  if (violations.length > 0 || operation?.kind !== 'OperationDefinition') return violations;
  const { errors = [] } = getVariableValues(built, operation.variableDefinitions ?? [], variables);
  return errors.map(({ message }) => message);
}

/** Responds to the queries of the action. */
export function answerGraphql(state: State, token: Token, { query, variables }: Query): Reply {
  if (query.includes('LeaseholdComments')) return comments(state, token, variables);
  if (query.includes('LeaseholdLabels')) return labelings(state, variables);
  if (query.includes('LeaseholdQueue')) return queue(state);
  if (query.includes('LeaseholdCommit')) return commit(state, token, variables['input'] as CommitInput);
  return { status: 400, body: { message: 'unknown query' } };
}

const page = 100;

function comments({ comments: all }: State, { login }: Token, { number, before }: Query['variables']): Reply {
  const own = all.filter(({ pull }) => pull === number);
  const end = before ? Number(before) : own.length;
  const start = Math.max(0, end - page);
  const nodes = own
    .slice(start, end)
    .map(({ id, author, body }) => ({ databaseId: id, viewerDidAuthor: author === login, body }));
  const pageInfo = { hasPreviousPage: start > 0, startCursor: String(start) };
  return data({ repository: { pullRequest: { comments: { nodes, pageInfo } } } });
}

function labelings({ labelings: all }: State, { number }: Query['variables']): Reply {
  const nodes = (all.get(Number(number)) ?? []).map((event) =>
    'label' in event ? { createdAt: event.at, label: { name: event.label } } : { currentRefName: event.base },
  );
  return data({ repository: { pullRequest: { timelineItems: { nodes } } } });
}

function queue({ queue: entries }: State): Reply {
  const nodes = entries.map(({ commit: oid, labels }) => ({
    headCommit: { oid },
    pullRequest: { labels: { nodes: labels.map((name) => ({ name })) } },
  }));
  return data({ repository: { mergeQueue: { entries: { nodes } } } });
}

interface CommitInput {
  readonly branch: { readonly repositoryNameWithOwner: string; readonly branchName: string };
  readonly expectedHeadOid: string;
  readonly message: { readonly headline: string; readonly body?: string };
  readonly fileChanges: { readonly additions?: readonly Addition[]; readonly deletions?: readonly { path: string }[] };
}

function commit({ repository }: State, { contents }: Token, input: CommitInput): Reply {
  const { branch, expectedHeadOid, message, fileChanges } = input;
  if (contents !== 'write') return failure('FORBIDDEN', 'Resource not accessible by integration');
  if (branch.repositoryNameWithOwner !== fullName) return failure('NOT_FOUND', 'Could not resolve to a Repository');
  const ref = `refs/heads/${branch.branchName}`;
  const now = repository.find(ref);
  if (now === undefined) return failure('NOT_FOUND', `Could not resolve to a Ref with the name '${ref}'`);
  if (now !== expectedHeadOid)
    return failure(
      'STALE_DATA',
      `Expected branch to point to "${expectedHeadOid}" but it did not. Pull and try again.`,
    );
  const removed = (fileChanges.deletions ?? []).map(({ path }) => path);
  const tree = repository.treeWith(now, fileChanges.additions ?? [], removed);
  const text = message.body ? `${message.headline}\n\n${message.body}` : message.headline;
  const oid = repository.commit({ tree, parents: [now], message: text });
  repository.git(['update-ref', ref, oid, now]);
  return data({ createCommitOnBranch: { commit: { oid, signature: { isValid: true } } } });
}

function data(value: unknown): Reply {
  return { status: 200, body: { data: value } };
}

function failure(type: string, message: string): Reply {
  return { status: 200, body: { data: null, errors: [{ type, message }] } };
}
