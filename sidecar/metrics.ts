import { largest } from '../data/largest.ts';
import type { Cache } from './cache.ts';
import { claimStates, decideClaim } from './decide/claim.ts';
import { keyOf } from './decide/objects.ts';
import { decideVolume, volumeStates } from './decide/volume.ts';
import { claimView, volumeView } from './reconcile.ts';
import type { Status } from './status.ts';

interface Reading {
  readonly cache: Cache;
  readonly status: Status;
  readonly queued: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** All metrics in the text format of Prometheus. States are computed from the cache at each call. */
export function metricsOf({ cache, status, queued, now }: Reading): string {
  const [claims, volumes] = [claimCounts(cache), volumeCounts(cache)];
  const waiting = cache.claims.all().filter(({ deletedAt }) => deletedAt !== '');
  const ages = waiting.map(({ deletedAt }) => Math.max(0, (now - Date.parse(deletedAt)) / 1000));
  return [
    ...family(
      'leasehold_sidecar_ready',
      'gauge',
      'Whether the sidecar watches every resource and no request is rejected.',
      [['', status.problems().length === 0 ? 1 : 0]],
    ),
    ...family('leasehold_claims', 'gauge', 'Claims by state.', labeled('state', claims)),
    ...family('leasehold_volumes', 'gauge', 'Volumes by state.', labeled('state', volumes)),
    ...family('leasehold_claim_deletion_age_seconds', 'gauge', 'Age of the oldest deletion of a claim.', [
      ['', largest(ages)],
    ]),
    ...family('leasehold_queue_size', 'gauge', 'Claims and volumes that wait to be reconciled.', [['', queued]]),
    ...family('leasehold_writes_total', 'counter', 'Writes by type and result.', [...status.writes()]),
  ].join('');
}

type Sample = readonly [labels: string, value: number];

function family(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): readonly string[] {
  const lines = samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`);
  return [`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`, ...lines];
}

function labeled(label: string, counts: ReadonlyMap<string, number>): readonly Sample[] {
  return [...counts].map(([value, count]) => [`${label}="${value}"`, count]);
}

function claimCounts(cache: Cache): ReadonlyMap<string, number> {
  const views = cache.claims.all().map((claim) => claimView(cache, keyOf(claim)));
  return countOf(
    claimStates,
    views.flatMap((view) => (view ? decideClaim(view).state : [])),
  );
}

function volumeCounts(cache: Cache): ReadonlyMap<string, number> {
  const views = cache.volumes.all().map(({ name }) => volumeView(cache, name));
  return countOf(
    volumeStates,
    views.flatMap((view) => (view ? decideVolume(view).state : [])),
  );
}

function countOf(states: readonly string[], found: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map(states.map((state) => [state, 0]));
  for (const state of found) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}
