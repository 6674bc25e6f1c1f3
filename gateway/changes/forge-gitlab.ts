import { listAt, textAt, valueAt } from '../../data/tree.ts';
import type { TenantRepository } from '../world/repository.ts';
import { branchOf, type Forge, forgeError, notListed, type Submission } from './forge.ts';
import type { ForgeApi } from './forge-api.ts';
import type { Checks, PullRequest } from './record.ts';

export interface GitLabOptions {
  readonly api: ForgeApi;
  /** GROUP/NAME */
  readonly project: string;
  readonly branch: string;
  readonly repository: TenantRepository;
}

/** GitLab: a push with options opens a merge request [sources: gitlab-1]. */
export function gitLabForge({ api, project, branch, repository }: GitLabOptions): Forge {
  const requests = `/projects/${encodeURIComponent(project)}/merge_requests`;
  const find = async (change: { readonly id: string }): Promise<unknown> => {
    const query = `?source_branch=${encodeURIComponent(branchOf(change))}&per_page=1`;
    return listAt({ all: await api.get(`${requests}${query}`) }, 'all')[0];
  };
  const push = (change: Submission) => {
    // Without a description, GitLab uses the commit message and runs the commands in it.
    const text = [`title=${change.title}`, `description=Proposed with leasehold`];
    const options = ['create', `target=${branch}`, ...text, 'remove_source_branch'];
    const pushOptions = options.flatMap((option) => ['-o', `merge_request.${option}`]);
    return repository
      .remote(['push', ...pushOptions, 'origin', `${change.commit}:refs/heads/${branchOf(change)}`])
      .catch((error) => {
        throw forgeError(error);
      });
  };
  return {
    kind: 'gitlab',
    open: async (change) => {
      const known = await find(change);
      if (known !== undefined) return pullOf(known);
      await push(change);
      const opened = pullOf(await find(change));
      if (opened.number === undefined) throw notListed();
      await api.send('PUT', `${requests}/${opened.number}`, { description: change.description });
      return opened;
    },
    stateOf: async (change) => {
      const found = await api.get(`${requests}/${change.pull?.number}`);
      const state = textAt(found, 'state');
      return {
        state: state === 'merged' || state === 'closed' ? state : 'open',
        checks: checksOf(textAt(found, 'head_pipeline', 'status')),
        mergeCommit: textAt(found, 'merge_commit_sha') || textAt(found, 'squash_commit_sha') || undefined,
      };
    },
    close: async ({ pull }) => void (await api.send('PUT', `${requests}/${pull?.number}`, { state_event: 'close' })),
  };
}

function pullOf(request: unknown): PullRequest {
  const number = Number(valueAt(request, 'iid'));
  return { number: Number.isInteger(number) ? number : undefined, url: textAt(request, 'web_url') || undefined };
}

function checksOf(status: string): Checks {
  if (status === '' || status === 'skipped') return 'none';
  if (status === 'success') return 'passed';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'running';
}
