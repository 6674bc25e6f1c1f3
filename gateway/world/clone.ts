import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../data/limits.ts';
import { type GitEnvironment, git } from '../../io/git-process.ts';
import type { Place, TenantRepository } from './repository.ts';

export interface Remote {
  readonly url: string;
  readonly branch: string;
  readonly directory: string;
  readonly username: string | undefined;
  readonly token: string | undefined;
  /** The directory of the clone. */
  readonly folder: string;
}

/** A clone without a work tree. */
export interface ClonePlace extends Place {
  readonly environment: Readonly<Record<'GIT_DIR' | 'GIT_WORK_TREE', string>>;
}

/** Prepares a clone. Call `fetchBranch` before its first use. */
export function prepareClone(remote: Remote): ClonePlace {
  const { url, branch, directory, folder } = remote;
  mkdirSync(folder, { recursive: true });
  const root = realpathSync(folder);
  const environment = { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root };
  if (!git(['rev-parse', '--git-dir'], environment).ok) git(['init', '--quiet', root]);
  git(['config', 'remote.origin.url', url], environment);
  const place = { environment, root, branch: `refs/remotes/origin/${branch}`, directory };
  removePartialPacks(place);
  return { ...place, access: credentialsOf(remote) };
}

/** Passes credentials in the environment, so that neither the process list nor a file shows them. */
function credentialsOf({ url, username, token }: Remote): GitEnvironment {
  if (token === undefined || !/^https?:/.test(url)) return {};
  const basic = Buffer.from(`${username ?? 'x-access-token'}:${token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  };
}

/** Removes what an interrupted fetch leaves: everything that it received, which the next fetch receives again. */
function removePartialPacks({ environment }: Pick<ClonePlace, 'environment'>): void {
  const folder = join(environment.GIT_DIR, 'objects', 'pack');
  const partial = readdirSync(folder).filter((name) => name.startsWith('tmp_'));
  for (const name of partial) rmSync(join(folder, name), { force: true });
}

interface Clone {
  readonly place: ClonePlace;
  readonly repository: TenantRepository;
}

type Fetch = (...args: readonly string[]) => Promise<string>;

/** Larger files are not fetched, except the recorded usage: nothing reads them, and authors can commit files of any size. */
const filter = `blob:limit=${limits.bytes + 1}`;

/**
 * If the configuration declares that files can be missing, git fetches them when it needs them. Only fetches of the branch get
 * this configuration, so no request fetches a file. `git gc` could then remove objects that git could fetch again, such as the
 * commits of merged changes, so other tasks combine the packs.
 */
const settings = [
  ...['-c', 'remote.origin.promisor=true'],
  ...['-c', `remote.origin.partialclonefilter=${filter}`],
  ...['-c', 'gc.auto=0'],
  ...['-c', 'maintenance.incremental-repack.enabled=true'],
  ...['-c', 'maintenance.loose-objects.enabled=true'],
] as const;

/**
 * Fetches the branch; a rewritten branch replaces the earlier one. Returns whether the forge left out large files: some forges
 * do not support this.
 */
export async function fetchBranch({ place, repository }: Clone, name: string): Promise<boolean> {
  const fetch: Fetch = async (...args) => {
    try {
      return await repository.remote([...settings, 'fetch', '--quiet', '--no-tags', ...args]);
    } catch (error) {
      removePartialPacks(place);
      throw error;
    }
  };
  const target = ['origin', `+refs/heads/${name}:refs/remotes/origin/${name}`];
  const warning = await fetch(`--filter=${filter}`, ...target).catch((error: Error) => {
    if (!isUnfiltered(error.message)) throw error;
    return fetch('--no-filter', ...target).then(() => error.message);
  });
  await fetchUsage(place, fetch);
  return !isUnfiltered(warning);
}

/** Whether git reports that the server ignores the filter, or rejects it. */
function isUnfiltered(text: string): boolean {
  return text.includes('filtering not recognized') || /filter '[^']*' not supported/.test(text);
}

/** Fetches the recorded usage, whose size is not limited. If this fails, the next fetch of the branch repeats it. */
async function fetchUsage({ environment, branch, directory }: Place, fetch: Fetch): Promise<void> {
  const found = git(['rev-parse', '--verify', '--quiet', `${branch}:${directory}/usage.jsonl`], environment);
  const usage = found.ok ? found.out.toString().trim() : '';
  if (usage === '' || git(['cat-file', '-e', usage], environment).ok) return;
  await fetch('--no-write-fetch-head', `--filter=${filter}`, 'origin', usage).catch(() => {});
}
