import { setImmediate } from 'node:timers/promises';
import { type BlamedLine, openBlame } from '../../console/model/blame.ts';
import type { CommitFacts } from '../../io/repository.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { render } from '../../leasehold.ts';
import { fail } from '../response/problem.ts';
import type { FileText } from '../world/repository.ts';
import type { Result, WorldCall } from './route.ts';
import { requiredFiles, visibleFiles } from './tenant-files.ts';

/**
 * The limits of one search. The commit of a line is null if the search does not find it in this number of commits and
 * milliseconds, or before a version that is too large.
 */
const limits = { commits: 100, milliseconds: 3000, lines: 20_000 } as const;

/** Lines with the commit that changed them last. */
export async function blameOf(call: WorldCall): Promise<Result> {
  const { view, query, parameters, repository } = call;
  const { file, object } = query;
  if ((file === undefined) === (object === undefined))
    return fail(400, 'specify either the parameter file or the parameter object');
  const own = requiredFiles(view, parameters['tenant'] ?? '');
  const lines = file === undefined ? await blameObject(object ?? '', call) : await blameFile(file, call);
  const visible = new Set(repository.commits(1000, own, view.sha).map(({ sha }) => sha));
  const commitOf = (commit: CommitFacts | undefined) =>
    commit === undefined || visible.has(commit.sha) ? (commit ?? null) : withoutMessage(commit);
  return { body: { commit: view.sha, lines: lines.map(({ text, commit }) => ({ text, commit: commitOf(commit) })) } };
}

/**
 * A commit that changes an object of the tenant, but none of its files. The message is omitted, because it can name
 * other tenants.
 */
function withoutMessage({ sha, date }: CommitFacts): Pick<CommitFacts, 'sha' | 'date'> {
  return { sha, date };
}

function blameFile(file: string, call: WorldCall): Promise<Lines> {
  const { view, repository } = call;
  if (!visibleFiles(call).includes(file)) return fail(404);
  const commits = repository.commits(limits.commits, [file], view.sha);
  return search(commits, ({ sha }) => repository.textOf(sha, file));
}

function blameObject(key: string, { view, parameters, repository }: WorldCall): Promise<Lines> {
  const tenant = parameters['tenant'] ?? '';
  const isWanted = ({ id }: { readonly id: Parameters<typeof formatId>[0] }) => formatId(id) === key;
  if (!view.world.of(tenant).objects.some(isWanted)) return fail(404);
  const commits = repository.commits(limits.commits, undefined, view.sha);
  return search(commits, ({ sha }) => {
    const files = sha === view.sha ? view.world.files : repository.filesAt(sha);
    const object = render(files, { tenant }).objects.find(isWanted);
    return object && { text: object.text };
  });
}

type Lines = readonly BlamedLine<CommitFacts>[];

/**
 * Reads versions in turn until the commit of every line is known, the time is over, a version is too large, or no version is
 * left. If the gateway has no separate thread for commits, other requests can run between two versions.
 */
async function search(
  commits: readonly CommitFacts[],
  versionOf: (commit: CommitFacts) => FileText | undefined,
): Promise<Lines> {
  const end = Date.now() + limits.milliseconds;
  const blame = openBlame<CommitFacts>();
  let count = 0;
  for (const commit of commits) {
    const version = versionOf(commit) ?? { text: undefined };
    if ('isTooLarge' in version) break;
    if (count === 0) requireFewLines(version.text);
    count += 1;
    if (!blame.add({ commit, text: version.text }) || Date.now() > end) break;
    await setImmediate();
  }
  return blame.lines(count === commits.length && commits.length < limits.commits);
}

function requireFewLines(text = ''): void {
  const count = text.split('\n', limits.lines + 2).length - 1;
  if (count > limits.lines)
    fail(400, `the text has more than ${limits.lines} lines; request a file or object with fewer lines`);
}
