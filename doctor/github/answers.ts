import { parseJson } from '../../data/json.ts';
import { isMapping, textAt } from '../../data/tree.ts';

/** The response of GitHub to a request, or the reason why there is none. */
export type Answer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly why: string; readonly status?: number };

/**
 * Requests a path below `repos/OWNER/NAME`, such as `branches/main/protection`. The empty path is the repository
 * itself.
 */
export type Ask = (path: string) => Promise<Answer>;

/** A value from GitHub, or the reason why it is unknown. */
export type Known<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/** The responses to all requests of the doctor, by path. */
export interface Answers {
  readonly repository: Answer;
  /** The branches that the Action renders. The first one is the branch that pull requests merge into. */
  readonly sourceBranches: readonly string[];
  readonly renderedBranches: readonly string[];
  readonly at: (path: string) => Answer;
}

export const settingPaths = {
  workflow: 'actions/permissions/workflow',
  forks: 'actions/permissions/fork-pr-workflows-private-repos',
  codeOwners: 'codeowners/errors',
} as const;

/** The API paths of a branch. */
export function branchPaths(branch: string) {
  const name = encodeURIComponent(branch);
  const summary = `branches/${name}`;
  return { summary, protection: `${summary}/protection`, rules: `rules/branches/${name}` } as const;
}

export interface Wanted {
  /** The branch that pull requests merge into. Undefined for the default branch. */
  readonly sourceBranch: string | undefined;
  /** Other branches that the Action renders. */
  readonly otherSources: readonly string[];
  readonly renderedBranches: readonly string[];
}

/**
 * Sends all requests, or only the first one if it fails. Later requests depend on earlier responses: the default branch
 * and the rulesets.
 */
export async function gather(ask: Ask, wanted: Wanted): Promise<Answers> {
  const answers = new Map<string, Answer>([['', await ask('')]]);
  const repository = answers.get('') as Answer;
  const askAll = async (paths: readonly string[]) => {
    for (const path of paths) answers.set(path, repository.ok ? await ask(path) : repository);
  };
  const first = wanted.sourceBranch ?? ((repository.ok && textAt(repository.body, 'default_branch')) || 'main');
  const sourceBranches = [...new Set([first, ...wanted.otherSources])];
  const branches = [...new Set([...sourceBranches, ...wanted.renderedBranches])];
  await askAll([...branches.flatMap((branch) => Object.values(branchPaths(branch))), ...settings(repository)]);
  await askAll([...new Set(branches.flatMap((branch) => rulesetPaths(answers.get(branchPaths(branch).rules))))]);
  const at = (path: string) => answers.get(path) ?? ({ ok: false, why: 'not requested' } as const);
  return { repository, sourceBranches, renderedBranches: wanted.renderedBranches, at };
}

/**
 * The paths of the settings. Public repositories have none for forks, because tokens of pull requests from forks are
 * always read-only.
 */
function settings(repository: Answer): readonly string[] {
  const isPublic = repository.ok && isMapping(repository.body) && repository.body['private'] === false;
  return Object.values(settingPaths).filter((path) => path !== settingPaths.forks || !isPublic);
}

function rulesetPaths(rules: Answer | undefined): readonly string[] {
  const list = rules?.ok && Array.isArray(rules.body) ? rules.body : [];
  return list.flatMap((rule) => (isMapping(rule) && rule['ruleset_id'] !== undefined ? [rulesetPath(rule)] : []));
}

export function rulesetPath(rule: unknown): string {
  return `rulesets/${isMapping(rule) ? String(rule['ruleset_id']) : ''}`;
}

/** Reads a response from a file that `gh api` wrote. The file can also contain an error of GitHub. */
export function answerIn(text: string): Answer {
  const body = parseJson(text);
  if (body === undefined) return { ok: false, why: 'the file is not JSON' };
  const status = Number(isMapping(body) ? body['status'] : Number.NaN);
  const isError = status >= 400 && textAt(body, 'message') !== '';
  return isError ? denied(status, textAt(body, 'message')) : { ok: true, body };
}

export function denied(status: number, message: string): Answer {
  return { ok: false, why: `${status} ${message}`, status };
}
