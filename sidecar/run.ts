import type { Answer } from '../cluster/answer.ts';
import type { Client } from '../cluster/client.ts';
import { follow } from '../cluster/follow.ts';
import type { Timing } from '../cluster/timing.ts';
import { type Cache, newCache } from './cache.ts';
import { feedsOf } from './feeds.ts';
import { describeWrite, type Log } from './log.ts';
import { metricsOf } from './metrics.ts';
import { type Observer, reconcilerOf } from './reconcile.ts';
import { type Pages, serve } from './server.ts';
import { newStatus, type Status } from './status.ts';
import { newTenantCache } from './tenants/cache.ts';
import { followedForTenants, tenantFeeds } from './tenants/feeds.ts';
import { tenantKey } from './tenants/objects.ts';
import { type TenantObserver, tenantReconciler } from './tenants/reconcile.ts';
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

/** The number of objects that are reconciled concurrently. */
const workers = 16;

/** Runs until the signal is aborted. Finishes requests in progress first. */
export async function run({ client, timing, log, port, collections }: Sidecar, signal: AbortSignal): Promise<void> {
  const cache = newCache();
  const tenants = newTenantCache(collections);
  const writesStatus = collections.length > 0;
  const status = newStatus([...Object.values(followed), ...(writesStatus ? followedForTenants(collections) : [])]);
  const observer = observerOf(status, log);
  const reconciler = reconcilerOf(client, cache, observer);
  const reconcileTenant = tenantReconciler(client, tenants, timing.now, observer);
  const queue = new Queue({
    timing,
    workers,
    work: (key) => {
      if (key.startsWith('/')) return reconcileTenant(key);
      return key.includes('/') ? reconciler.claim(key) : reconciler.volume(key);
    },
  });
  const add = (key: string) => queue.add(key);
  const server = serve(port, pagesOf(cache, status, queue, timing));
  const synced = whenSynced(status, log);
  const feeds = [
    ...feedsOf(cache, { claim: add, volume: add }, synced.report),
    ...(writesStatus ? tenantFeeds(tenants, add, synced.report) : []),
  ];
  const following = feeds.map((feed) => follow(client, feed, timing, signal));
  await Promise.race([synced.done, aborted(signal)]);
  if (!signal.aborted) await queue.run(signal);
  await Promise.all(following);
  await new Promise((done) => server.close(done).closeAllConnections());
  await client.close();
  log('info', 'stopped');
}

function pagesOf(cache: Cache, status: Status, queue: Queue, { now }: Timing): Pages {
  return {
    problems: status.problems,
    metrics: () => metricsOf({ cache, status, queued: queue.size(), now: now() }),
  };
}

/** Reconciliation starts after every resource has been listed once. */
function whenSynced(status: Status, log: Log) {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const report: Parameters<typeof feedsOf>[2] = (resource, problem) => {
    if (!status.report(resource, problem)) return;
    if (problem) log('warning', problem.message, { resource });
    else log('info', 'following', { resource });
    if (status.hasSynced()) finish();
  };
  return { done, report };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}

function observerOf(status: Status, log: Log): Observer & TenantObserver {
  /**
   * After a rejection by RBAC (403) or by a policy (422), the sidecar is not ready until a request of this type
   * succeeds.
   */
  const note = (part: string, answer: Answer, fields: Readonly<Record<string, string>>) => {
    if (answer.ok) status.report(part, undefined);
    else if (answer.status === 403 || answer.status === 422) status.report(part, answer);
    if (!answer.ok && answer.status !== 409) log('error', answer.message, fields);
  };
  return {
    wrote: (write, answer) => {
      status.count(write.type, answer);
      note(write.type, answer, describeWrite(write));
      if (answer.ok) log('info', 'wrote', describeWrite(write));
    },
    bypassed: (volume, answer) => {
      status.count('event', answer);
      note('event', answer, { volume: volume.name });
    },
    wroteTenant: (write, answer) => {
      status.count(write.type, answer);
      const fields = { write: write.type, resource: tenantKey(write.resource) };
      note(write.type, answer, fields);
      if (answer.ok) log('info', 'wrote', fields);
      const others = write.resource.otherWriters.join(', ');
      if (others !== '') log('warning', `${others} also writes the status: stop the operator`, fields);
    },
    postedEvent: (resource, answer) => {
      status.count('event', answer);
      if (!answer.ok) log('warning', answer.message, { resource: tenantKey(resource) });
    },
    failedRead: (refusal) => note('read', refusal, {}),
  };
}
