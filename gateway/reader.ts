import { fail } from './response/problem.ts';
import type { Reader } from './routes/route.ts';
import { openTenantRepository, type Place } from './world/repository.ts';
import { summariesIn } from './world/summary.ts';
import { openViews } from './world/views.ts';

/** What a thread needs to read commits. */
export interface ReaderData {
  /** Without credentials: the thread does not use the network. */
  readonly place: Omit<Place, 'access'>;
  /** The file with the summary of the newest commit. */
  readonly summaryPath: string | undefined;
  /** The key that signs cursors. */
  readonly secret: string;
}

/** Throws if the branch has no commit. `head` overrides the newest commit of the branch. */
export function openReader({ place, summaryPath, secret }: ReaderData, head?: () => string): Reader {
  const own = openTenantRepository(place);
  const repository = head ? { ...own, head } : own;
  const views = openViews(repository, summariesIn(summaryPath));
  const usage = () => {
    // The platform records usage, so its size is not limited.
    const found = repository.textOf(views.head().sha, `${repository.directory}/usage.jsonl`, Infinity);
    if (found === undefined || 'text' in found) return found?.text;
    return fail(503, 'the gateway has not fetched usage.jsonl, which is large; send the request again later');
  };
  return { repository, views, usage, secret };
}
