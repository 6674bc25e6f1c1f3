import type { Octokit } from '@octokit/rest';
import type { TenantRepository } from '../world/repository.ts';
import { branchOf, type Forge, forgeError } from './forge.ts';
import type { Checks, PullRequest } from './record.ts';

export interface GitHubOptions {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly repo: string;
  readonly branch: string;
  readonly repository: TenantRepository;
}

/** GitHub: the gateway pushes a branch, and opens a pull request through the API. */
export function gitHubForge({ octokit, owner, repo, branch, repository }: GitHubOptions): Forge {
  const place = { owner, repo };
  const find = async (change: { readonly id: string }): Promise<PullRequest | undefined> => {
    const { data } = await octokit.pulls.list({ ...place, state: 'all', head: `${owner}:${branchOf(change)}` });
    const [one] = data;
    return one && { number: one.number, url: one.html_url };
  };
  return {
    kind: 'github',
    open: (change) =>
      guarded(async () => {
        const known = await find(change);
        if (known) return known;
        await repository.remote(['push', 'origin', `${change.commit}:refs/heads/${branchOf(change)}`]);
        const text = { title: change.title, body: change.description };
        const { data } = await octokit.pulls.create({ ...place, ...text, head: branchOf(change), base: branch });
        return { number: data.number, url: data.html_url };
      }),
    stateOf: ({ pull, commit }) =>
      guarded(async () => {
        const { data } = await octokit.pulls.get({ ...place, pull_number: pull?.number ?? 0 });
        const { data: runs } = await octokit.checks.listForRef({ ...place, ref: data.head.sha || commit });
        const state = data.merged ? 'merged' : data.state === 'closed' ? 'closed' : 'open';
        return {
          state,
          checks: checksOf(runs.check_runs),
          mergeCommit: data.merged ? (data.merge_commit_sha ?? undefined) : undefined,
        };
      }),
    close: ({ pull }) =>
      guarded(async () => {
        await octokit.pulls.update({ ...place, pull_number: pull?.number ?? 0, state: 'closed' });
      }),
  };
}

async function guarded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw forgeError(error);
  }
}

interface CheckRun {
  readonly status: string;
  readonly conclusion: string | null;
}

function checksOf(runs: readonly CheckRun[]): Checks {
  if (runs.length === 0) return 'none';
  if (runs.some(({ status }) => status !== 'completed')) return 'running';
  const passes = ['success', 'neutral', 'skipped'];
  return runs.every(({ conclusion }) => passes.includes(conclusion ?? '')) ? 'passed' : 'failed';
}
