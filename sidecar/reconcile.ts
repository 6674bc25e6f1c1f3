import type { Answer } from '../cluster/answer.ts';
import type { Client } from '../cluster/client.ts';
import type { Cache } from './cache.ts';
import { type ClaimDecision, type ClaimView, decideClaim } from './decide/claim.ts';
import { bypassEvent, eventsPath } from './decide/event.ts';
import { keyOf, type Volume } from './decide/objects.ts';
import { dependsOnTemplates, possibleOwners } from './decide/retention.ts';
import { decideVolume, type VolumeDecision, type VolumeView } from './decide/volume.ts';
import { irreversible, patchOf, type Write } from './decide/write.ts';
import { type Live, readClaimView, readVolumeView } from './live.ts';
import { type Attempt, attemptOf } from './work/queue.ts';
import { observedReads, type Reader, type ReadObserver } from './work/reads.ts';
import { turns } from './work/turns.ts';

/** What happened, for logs and metrics. */
export interface Observer extends ReadObserver {
  readonly wrote: (write: Write, answer: Answer, key: string) => void;
  readonly bypassed: (volume: Volume, answer: Answer) => void;
  /** An object needs no write, or was deleted. */
  readonly settled: (key: string) => void;
}

export interface Reconciler {
  /** Reconciles one claim, by `namespace/name`. */
  readonly claim: (key: string) => Promise<Attempt>;
  /** Reconciles one volume, by name. */
  readonly volume: (name: string) => Promise<Attempt>;
}

export function reconcilerOf(client: Client, cache: Cache, observer: Observer): Reconciler {
  const settle = settlerOf(client, observer);
  const settled = settledBy(observer);
  return {
    claim: async (key) => {
      const cached = claimView(cache, key);
      if (!cached) return settled(key);
      const lacksTemplates = !cache.templates.isComplete(cached.claim.namespace) && dependsOnTemplates(cached);
      const isIncomplete = cached.claim.isUnread === true || lacksTemplates;
      return settle(key, { cached, decide: decideClaim, read: readClaimView, isIncomplete });
    },
    volume: async (name) => {
      const cached = volumeView(cache, name);
      if (!cached) return settled(name);
      if (decideVolume(cached).state !== 'bypassed')
        return settle(name, { cached, decide: decideVolume, read: readVolumeView });
      const answer = await client.post(eventsPath, bypassEvent(cached));
      observer.bypassed(cached.volume, answer);
      return answer.ok || answer.status === 409 ? { ok: true } : attemptOf(answer);
    },
  };
}

function settledBy(observer: Observer): (key: string) => Attempt {
  return (key) => {
    observer.settled(key);
    return { ok: true };
  };
}

type Settle = <V>(key: string, known: Case<V>) => Promise<Attempt>;

/**
 * Performs the write that a decision requires. If the write is irreversible, or the cache contains only a part of the claim or of
 * what its decision depends on, reads the objects from the API server and decides again first.
 */
function settlerOf(client: Client, observer: Observer): Settle {
  const reader = observedReads(client, observer);
  const settled = settledBy(observer);
  const inTurn = turns();
  const write = async (next: Write, key: string): Promise<Attempt> => {
    const { path, body } = patchOf(next);
    const answer = await client.patch(path, body);
    observer.wrote(next, answer, key);
    return attemptOf(answer);
  };
  const confirm = async <V>(key: string, { cached, decide, read }: Case<V>): Promise<Attempt> => {
    const live = await read(reader, cached);
    if (live.ok === 'gone') return settled(key);
    if (!live.ok) return attemptOf(live);
    const confirmed = decide(live.view).write;
    return confirmed ? write(confirmed, key) : settled(key);
  };
  return async (key, known) => {
    if (known.isIncomplete) return inTurn(() => confirm(key, known));
    const { write: next } = known.decide(known.cached);
    if (!next) return settled(key);
    if ('claim' in next && next.claim.isPartial) return inTurn(() => confirm(key, known));
    return irreversible.includes(next.type) ? confirm(key, known) : write(next, key);
  };
}

interface Case<V> {
  readonly cached: V;
  /** Whether the decision can depend on objects that are not in the cache. */
  readonly isIncomplete?: boolean;
  readonly decide: (view: V) => ClaimDecision | VolumeDecision;
  readonly read: (reader: Reader, view: V) => Promise<Live<V>>;
}

export function claimView({ claims, volumes, namespaces, templates }: Cache, key: string): ClaimView | undefined {
  const claim = claims.get(key);
  if (!claim) return undefined;
  const namespace = namespaces.get(claim.namespace);
  const volume = volumes.get(claim.volumeName);
  const owners = possibleOwners(claim.name).flatMap((name) => templates.get(`${claim.namespace}/${name}`) ?? []);
  return { claim, namespace, volume, templates: owners };
}

export function volumeView({ claims, volumes }: Cache, name: string): VolumeView | undefined {
  const volume = volumes.get(name);
  return volume && { volume, claim: volume.claim && claims.get(keyOf(volume.claim)) };
}

/** The tenant of a claim or volume. If there is none, the namespace of the claim or the name of the volume. */
export function tenantOfKey({ volumes, namespaces }: Cache, key: string): string {
  if (!key.includes('/')) return volumes.get(key)?.tenant || key;
  const [namespace = ''] = key.split('/');
  return namespaces.get(namespace)?.tenant || namespace;
}
