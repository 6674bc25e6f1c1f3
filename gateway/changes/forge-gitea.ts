import { isMapping, listAt, textAt, valueAt } from '../../data/tree.ts';
import type { TenantRepository } from '../world/repository.ts';
import { branchOf, type Forge, forgeError, notListed, type PullState, type Submission } from './forge.ts';
import type { ForgeApi } from './forge-api.ts';
import type { ChangeRecord, Checks, PullRequest } from './record.ts';

export interface GiteaOptions {
  readonly api: ForgeApi;
  /** OWNER/NAME */
  readonly project: string;
  readonly branch: string;
  readonly repository: TenantRepository;
}

/**
 * Gitea and Forgejo. A push to `refs/for/<branch>` opens a pull request, so the gateway's account needs no permission to
 * write branches [sources: gitea-1].
 */
export function giteaForge({ api, project, branch, repository }: GiteaOptions): Forge {
  const pulls = `/repos/${project}/pulls`;
  const find = async ({ commit }: { readonly commit: string }): Promise<PullRequest | undefined> => {
    const found = listAt({ all: await api.get(`${pulls}?state=all&sort=recentupdate&limit=50`) }, 'all');
    const one = found.find((pull) => textAt(pull, 'head', 'sha') === commit);
    return isMapping(one) ? { number: Number(one['number']), url: textAt(one, 'html_url') } : undefined;
  };
  const push = (change: Submission) => {
    const options = [`topic=${branchOf(change)}`, `title=${change.title}`].flatMap((option) => ['-o', option]);
    return repository.remote(['push', ...options, 'origin', `${change.commit}:refs/for/${branch}`]).catch((error) => {
      throw forgeError(error);
    });
  };
  return {
    kind: 'gitea',
    open: async (change) => {
      const known = await find(change);
      if (known) return known;
      await push(change);
      const opened = await find(change);
      if (!opened) throw notListed();
      await api.send('PATCH', `${pulls}/${opened.number}`, { body: change.description });
      return opened;
    },
    stateOf: (change) => stateOf(change, api, project),
    close: async ({ pull }) => void (await api.send('PATCH', `${pulls}/${pull?.number}`, { state: 'closed' })),
  };
}

async function stateOf({ pull, commit }: ChangeRecord, api: ForgeApi, project: string): Promise<PullState> {
  const found = await api.get(`/repos/${project}/pulls/${pull?.number}`);
  const head = textAt(found, 'head', 'sha') || commit;
  const checks = textAt(await api.get(`/repos/${project}/commits/${head}/status`), 'state');
  const isMerged = valueAt(found, 'merged') === true;
  const state = isMerged ? 'merged' : textAt(found, 'state') === 'closed' ? 'closed' : 'open';
  return { state, checks: checksOf(checks), mergeCommit: (isMerged && textAt(found, 'merge_commit_sha')) || undefined };
}

function checksOf(state: string): Checks {
  if (state === '') return 'none';
  if (state === 'pending') return 'running';
  return state === 'success' || state === 'warning' ? 'passed' : 'failed';
}
