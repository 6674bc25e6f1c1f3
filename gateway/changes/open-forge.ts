import type { Config } from '../../build/gateway-contract.ts';
import { openOctokit } from '../../io/octokit.ts';
import { version } from '../../shell/version.ts';
import type { TenantRepository } from '../world/repository.ts';
import { type Forge, noForge } from './forge.ts';
import { openForgeApi } from './forge-api.ts';
import { giteaForge } from './forge-gitea.ts';
import { gitHubForge } from './forge-github.ts';
import { gitLabForge } from './forge-gitlab.ts';

/** The configured forge. Without one, the gateway is read-only. */
export function openForge(
  { forge, repository: { branch = 'main' } }: Config,
  token: string,
  repository: TenantRepository,
): Forge {
  if (forge === undefined) return noForge;
  const { project = '', apiUrl = 'https://api.github.com' } = forge;
  switch (forge.kind) {
    case 'gitea':
      return giteaForge({
        api: openForgeApi(apiUrl, { authorization: `token ${token}` }),
        project,
        branch,
        repository,
      });
    case 'gitlab':
      return gitLabForge({ api: openForgeApi(apiUrl, { 'private-token': token }), project, branch, repository });
    case 'github': {
      const [owner = '', repo = ''] = project.split('/');
      const octokit = openOctokit({ apiUrl, token, userAgent: `leasehold/${version}`, warn: () => {} });
      return gitHubForge({ octokit, owner, repo, branch, repository });
    }
  }
}
