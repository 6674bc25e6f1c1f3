import { type Head, headOf } from './head.ts';
import type { TenantRepository } from './repository.ts';
import type { Summaries, Summary } from './summary.ts';
import type { Views } from './views.ts';

/** The branch of the tenants, as the gateway shows it. */
export interface Branch {
  /** Resolves when `head` can be called. Rejects if the newest commit cannot be read. */
  readonly opened: () => Promise<void>;
  /** The newest commit, as of the last `refresh`. */
  readonly head: () => Head;
  /**
   * Checks the branch for a new commit. Resolves to true if there is one. Rejects, and keeps the earlier commit, if the
   * new one cannot be read.
   */
  readonly refresh: () => Promise<boolean>;
}

/** A branch whose commits are read in this thread. */
export function branchOf({ head, refresh }: Views): Branch {
  return { opened: async () => {}, head, refresh: async () => refresh() };
}

/** Computes the summary of a commit. `head` is the commit that the branch shows in the meantime. */
export type Summarize = (sha: string, head: string) => Promise<Summary>;

/** A branch whose commits are read in another thread. This thread has only the summary of the newest commit. */
export function summarizedBranch(
  repository: Pick<TenantRepository, 'head'>,
  summaries: Summaries,
  summarize: Summarize,
): Branch {
  let head: Head | undefined;
  let opening: Promise<void> | undefined;
  const show = async (sha: string) => {
    const known = summaries.read(sha);
    const summary = known ?? (await summarize(sha, head?.sha ?? sha));
    if (!known) summaries.write(sha, summary);
    head = headOf(sha, () => summary);
  };
  const current = () => {
    if (head === undefined) throw new Error('the branch is not open');
    return head;
  };
  const openFirst = async () => {
    const sha = repository.head();
    if (sha === undefined) throw new Error('the branch of the tenants has no commits');
    await show(sha);
  };
  return {
    opened: async () => {
      if (head !== undefined) return;
      opening ??= openFirst().finally(() => {
        opening = undefined;
      });
      await opening;
    },
    head: current,
    refresh: async () => {
      const now = repository.head();
      if (now === undefined || now === head?.sha) return false;
      await show(now);
      return true;
    },
  };
}
