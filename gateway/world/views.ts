import { worldOf } from '../../console/model/world.ts';
import type { TenantRepository } from './repository.ts';
import { noSummaries, type Summaries } from './summary.ts';
import { type View, viewOf } from './view.ts';

/** The commits of the branch, with their files. */
export interface Views {
  /** The newest commit of the branch, as of the last `refresh`. */
  readonly head: () => View;
  /** Any state of the branch. */
  readonly at: (sha: string) => View;
  /**
   * Checks the branch. Returns true if its commit changed. Throws, and keeps the earlier commit, if git cannot read the
   * new one.
   */
  readonly refresh: () => boolean;
}

/** The number of cached renders in addition to that of the newest commit. */
const maxOthers = 2;

/** Throws if the branch has no commit. */
export function openViews(repository: TenantRepository, summaries: Summaries = noSummaries): Views {
  const sha = repository.head();
  if (sha === undefined) throw new Error('the branch of the tenants has no commits');
  const others = new Map<string, View>();
  const headAt = (commit: string, before?: View) => {
    const known = others.get(commit);
    others.delete(commit);
    if (known) return known;
    const files = repository.filesAt(commit);
    const world = before ? before.world.later(files) : worldOf(files);
    return viewOf(commit, world, summaries.read(commit), (summary) => summaries.write(commit, summary));
  };
  let head = headAt(sha);
  const remember = (view: View) => {
    others.delete(view.sha);
    others.set(view.sha, view);
    const [oldest] = others.keys();
    if (others.size > maxOthers && oldest !== undefined) others.delete(oldest);
    return view;
  };
  // Most documents are the same in other commits, so a view shares their objects with the view of the newest commit.
  const open = (commit: string) => viewOf(commit, head.world.later(repository.filesAt(commit)));
  return {
    head: () => head,
    at: (commit) => (commit === head.sha ? head : remember(others.get(commit) ?? open(commit))),
    refresh: () => {
      const now = repository.head();
      if (now === undefined || now === head.sha) return false;
      head = headAt(now, head);
      return true;
    },
  };
}
