import { worldOf } from '../../console/model/world.ts';
import type { TenantRepository } from './repository.ts';
import { noSummaries, type Summaries } from './summary.ts';
import { type View, viewOf } from './view.ts';

/** The commits that the gateway shows. */
export interface Views {
  /** The newest commit of the branch, as of the last `refresh`. */
  readonly head: () => View;
  /** A commit of the branch; undefined if the branch does not contain it. */
  readonly at: (at: string) => View | undefined;
  /** Checks the branch. Returns true if its commit changed. Keeps the earlier commit if git cannot read the new one. */
  readonly refresh: () => boolean;
}

/** The number of cached renders besides that of the newest commit. */
const maxOthers = 2;

/** Throws if the branch has no commit. */
export function openViews(repository: TenantRepository, summaries: Summaries = noSummaries): Views {
  const sha = repository.head();
  if (sha === undefined) throw new Error('the branch of the tenants has no commit');
  const headAt = (commit: string, before?: View) => {
    const files = repository.filesAt(commit);
    const world = before ? before.world.later(files) : worldOf(files);
    return viewOf(commit, world, summaries.read(commit), (summary) => summaries.write(commit, summary));
  };
  let head = headAt(sha);
  const others = new Map<string, View>();
  const remember = (view: View) => {
    others.delete(view.sha);
    others.set(view.sha, view);
    const [oldest] = others.keys();
    if (others.size > maxOthers && oldest !== undefined) others.delete(oldest);
    return view;
  };
  return {
    head: () => head,
    at: (at) => {
      const found = at === head.sha ? at : repository.resolve(at);
      if (found === undefined) return undefined;
      return found === head.sha
        ? head
        : remember(others.get(found) ?? viewOf(found, worldOf(repository.filesAt(found))));
    },
    refresh: () => {
      const now = repository.head();
      if (now === undefined || now === head.sha) return false;
      head = headAt(now, head);
      return true;
    },
  };
}
