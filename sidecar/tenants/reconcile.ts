import type { Answer, Failure } from '../../cluster/answer.ts';
import type { Client } from '../../cluster/client.ts';
import { type Attempt, attemptOf } from '../work/queue.ts';
import { observedReads, type Reader, type ReadObserver } from '../work/reads.ts';
import { type TenantCache, tenantView } from './cache.ts';
import { decideTenant, type TenantWrite } from './decide.ts';
import { eventsOf } from './event.ts';
import type { TenantNamespace, TenantResource, TenantView } from './objects.ts';
import { namespacePart } from './projections.ts';
import { withLiveWorkloads } from './workloads.ts';
import { tenantPatchOf } from './write.ts';

/** What happened, for logs and metrics. */
export interface TenantObserver extends ReadObserver {
  readonly wroteTenant: (write: TenantWrite, answer: Answer) => void;
  /** A resource needs no write, or was deleted. */
  readonly settled: (key: string) => void;
  readonly postedEvent: (resource: TenantResource, answer: Answer) => void;
}

/** Reconciles one tenant resource, by its key. */
export function tenantReconciler(
  client: Client,
  cache: TenantCache,
  now: () => number,
  observer: TenantObserver,
): (key: string) => Promise<Attempt> {
  const reader = observedReads(client, observer);
  const settled = (key: string): Attempt => {
    observer.settled(key);
    return { ok: true };
  };
  return async (key) => {
    const cached = tenantView(cache, key);
    if (!cached) return settled(key);
    const complete = await withLiveWorkloads(reader, cached);
    if (!complete.ok) return attemptOf(complete);
    const { view } = complete;
    const { write, again } = decideTenant(view, now());
    if (!write) return again === undefined ? settled(key) : { ok: false, retryAfter: again };
    if (write.type !== 'release-resource') return perform(client, write, observer, again);
    const live = await withLiveNamespaces(reader, view);
    if (!live.ok) return attemptOf(live);
    const confirmed = decideTenant(live.view, now()).write;
    return confirmed ? perform(client, confirmed, observer, again) : settled(key);
  };
}

async function perform(
  client: Client,
  write: TenantWrite,
  observer: TenantObserver,
  again: number | undefined,
): Promise<Attempt> {
  const { path, body } = tenantPatchOf(write);
  const answer = await client.patch(path, body);
  observer.wroteTenant(write, answer);
  if (answer.ok && write.type === 'status') await report(client, write, observer);
  if (answer.ok && again !== undefined) return { ok: false, retryAfter: again };
  // A deleted resource and a kind without the status subresource cause the same response. The watch reports a deletion.
  return answer.status === 404 ? { ok: false, retryAfter: 0 } : attemptOf(answer);
}

/** Events are informational: a rejected event, such as in a namespace that is being deleted, is not sent again. */
async function report(
  client: Client,
  { resource, status }: TenantWrite & { readonly type: 'status' },
  { postedEvent }: TenantObserver,
): Promise<void> {
  for (const event of eventsOf(resource, status))
    postedEvent(resource, await client.post(`/api/v1/namespaces/${resource.namespace}/events`, event));
}

/** Reads the namespaces again, because the resource is released if none exists and the cache can be stale. */
async function withLiveNamespaces(
  reader: Reader,
  view: TenantView,
): Promise<{ readonly ok: true; readonly view: TenantView } | Failure> {
  const namespaces = new Map<string, TenantNamespace>();
  for (const name of view.resource.instructions?.namespaces ?? []) {
    const answer = await reader.get(`/api/v1/namespaces/${encodeURIComponent(name)}`, namespacePart.selection);
    if (answer.ok) {
      const namespace = namespacePart.project(answer.body);
      if (namespace.tenant === view.owner) namespaces.set(name, namespace);
    } else if (answer.status !== 404) return answer;
  }
  return { ok: true, view: { ...view, namespaces } };
}
