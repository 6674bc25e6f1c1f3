import type { Commit, History, StoredCommit } from '../data/snapshot.ts';
import type { World } from './world.ts';

/** Commits that change files of a tenant, newest first. */
export interface TenantHistory {
  readonly commits: readonly TenantCommit[];
  /** False if older commits are not stored. */
  readonly isComplete: boolean;
}

export interface TenantCommit extends Commit {
  /** The previous commit, for a comparison. Undefined for the first commit, and where the console cannot compare commits. */
  readonly parent: string | undefined;
}

interface Past {
  readonly history: History;
  readonly at: string | undefined;
}

/** The commits up to `at` that change a file with documents of the tenant in `world`. */
export function tenantHistory(tenant: string, { history, at }: Past, world: World): TenantHistory {
  const own = new Set([...world.owners()].flatMap(([file, tenants]) => (tenants.has(tenant) ? [file] : [])));
  const contentsIn = (commit: StoredCommit | undefined) =>
    JSON.stringify((commit?.files ?? []).filter(([path]) => own.has(path)));
  const { commits, isComplete } = history;
  const first = at === undefined ? 0 : commits.findIndex(({ sha }) => sha.startsWith(at));
  const found = commits.slice(Math.max(0, first)).flatMap((commit, index): readonly TenantCommit[] => {
    const parent = commits[Math.max(0, first) + index + 1];
    if ((parent === undefined && !isComplete) || contentsIn(commit) === contentsIn(parent)) return [];
    const { files: _, ...facts } = commit;
    return [{ ...facts, parent: parent?.sha }];
  });
  return { commits: found, isComplete };
}
