import type { Client } from '../cluster/client.ts';
import { follow } from '../cluster/follow.ts';
import type { Timing } from '../cluster/timing.ts';
import { type Cache, newCache } from './cache.ts';
import { feedsOf } from './feeds.ts';
import type { Log } from './log.ts';
import { metricsOf } from './metrics.ts';
import { observerOf } from './observer.ts';
import { reconcilerOf, tenantOfKey } from './reconcile.ts';
import { type Pages, serve } from './server.ts';
import { sparing } from './sparing.ts';
import { newStatus, type Status } from './status.ts';
import { newTenantCache } from './tenants/cache.ts';
import { followedForTenants, tenantFeeds } from './tenants/feeds.ts';
import { tenantReconciler } from './tenants/reconcile.ts';
import { followed } from './work/feed.ts';
import { Queue } from './work/queue.ts';

export interface Sidecar {
  readonly client: Client;
  readonly timing: Timing;
  readonly log: Log;
  /** The port of the health and metrics pages. */
  readonly port: number;
  /** Lists of tenant resources whose status is written, such as `/apis/tetrapus.io/v1alpha1/orgs`. */
  readonly collections: readonly string[];
}

/** The maximum number of claims and volumes that are reconciled concurrently. */
const workers = 16;

/** The maximum number of tenant resources that are reconciled concurrently. */
const tenantWorkers = 4;

/** Runs until the signal is aborted. A request that has begun is finished first, unless it is a watch. */
export async function run({ client, timing, log, port, collections }: Sidecar, signal: AbortSignal): Promise<void> {
  const cache = newCache();
  const tenants = newTenantCache(collections);
  const lists = Object.values(followed);
  const listsOfTenants = collections.length > 0 ? followedForTenants(collections) : [];
  const status = newStatus([...lists, ...listsOfTenants]);
  const observer = observerOf(status, log);
  const { claim, volume } = reconcilerOf(client, cache, observer);
  const work = (key: string) => (key.includes('/') ? claim(key) : volume(key));
  const queue = new Queue({ timing, workers, work, ownerOf: (key) => tenantOfKey(cache, key) });
  // The API server sets deletion times, and its clock can differ from the clock of the node.
  const now = () => timing.now() + client.clockOffset();
  const workOnTenant = tenantReconciler(client, tenants, now, observer);
  // Each resource counts as its own owner. Tenants need not take turns, because by default only the platform creates resources.
  const tenantQueue = new Queue({ timing, workers: tenantWorkers, work: workOnTenant, ownerOf: (key) => key });
  const add = (key: string) => queue.add(key);
  const server = serve(port, pagesOf(cache, status, queue, now));
  const { report, until } = syncOf(status, log);
  const feeds = feedsOf(cache, { claim: add, volume: add }, report);
  const feedsOfTenants = listsOfTenants.length > 0 ? tenantFeeds(tenants, (key) => tenantQueue.add(key), report) : [];
  const following = [...feeds, ...feedsOfTenants].map((feed) => follow(client, feed, timing, signal));
  const begin = async (some: readonly string[], own: Queue) => {
    await Promise.race([until(some), aborted(signal)]);
    if (!signal.aborted) await own.run(signal);
  };
  // Each queue waits only for its own lists, so that volumes are retained even if the lists for the status cannot be read.
  await Promise.all([begin(lists, queue), begin(listsOfTenants, tenantQueue)]);
  await Promise.all(following);
  await new Promise((done) => server.close(done).closeAllConnections());
  await client.close();
  log('info', 'stopped');
}

function pagesOf(cache: Cache, status: Status, queue: Queue, now: () => number): Pages {
  return {
    problems: status.problems,
    metrics: sparing(
      () => metricsOf({ cache, status, queued: queue.size(), now: now() }),
      () => performance.now(),
    ),
  };
}

/** Receives the reports of feeds, and returns promises that resolve when all of the given resources have been listed once. */
function syncOf(status: Status, log: Log) {
  let waiting: readonly { readonly resources: readonly string[]; readonly finish: () => void }[] = [];
  const report: Parameters<typeof feedsOf>[2] = (resource, problem) => {
    if (!status.report(resource, problem)) return;
    if (problem) log('warning', problem.message, { resource });
    else log('info', 'following', { resource });
    for (const { resources, finish } of waiting) if (status.hasSynced(resources)) finish();
  };
  const until = (resources: readonly string[]) =>
    new Promise<void>((finish) => {
      waiting = [...waiting, { resources, finish }];
      if (status.hasSynced(resources)) finish();
    });
  return { report, until };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
