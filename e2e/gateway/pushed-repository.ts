import { execFileSync } from 'node:child_process';
import { eventually } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { bot, type Gitea, owner } from './forge.ts';

export const project = `${owner}/tenants`;

/** The owner's checkout of the repository of tenants on the forge. */
export interface PushedRepository {
  readonly folder: string;
  readonly git: (...args: readonly string[]) => string;
  /** Commits everything in the folder, and pushes it. */
  readonly push: (message: string, ...options: readonly string[]) => string;
}

/** Creates the repository, which the account of the gateway can read, with the files that `write` puts into a folder. */
export async function pushRepository(
  { api, url, tokens }: Gitea,
  write: (folder: string) => void,
  isPrivate = true,
): Promise<PushedRepository> {
  await api('POST', '/user/repos', { name: 'tenants', default_branch: 'main', private: isPrivate });
  await api('PUT', `/repos/${project}/collaborators/${bot}`, { permission: 'read' });
  const folder = temporaryFolder('leasehold-tenants-');
  write(folder);
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', `${url.replace('//', `//${owner}:${tokens.owner}@`)}/${project}.git`);
  const push: PushedRepository['push'] = (message, ...options) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message, ...options);
    git('push', '--quiet', '--force', 'origin', 'main');
    return git('rev-parse', 'HEAD');
  };
  push('add tenants');
  // Until Gitea has processed the push, it answers requests about pull requests with 404.
  await eventually('Gitea shows pull requests', () => api('GET', `/repos/${project}/pulls`).catch(() => undefined));
  return { folder, git, push };
}
