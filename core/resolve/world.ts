import type { KindId } from '../../build/contracts.ts';
import type { Settings } from '../../kinds/platform/settings.ts';
import type { Known } from './known.ts';
import type { Resource } from './resource.ts';

/** What a resource may see of the others. Faulty resources are not in it; lists are sorted by namespace and name. */
export interface World {
  readonly settings: Settings;
  all<Id extends KindId>(kind: Id): readonly Resource<Id>[];
  /** The resource of that kind which this one names, if it is there and without fault. */
  target<Id extends KindId>(resource: Resource, to: Id): Resource<Id> | undefined;
  /** The resources of that kind which name this one. */
  referrers<Id extends KindId>(resource: Resource, from: Id): readonly Resource<Id>[];
  /** Whether one of that kind which names this one is left out for a fault, so that the referrers are not all. */
  hasFaultyReferrer(resource: Resource, from: KindId): boolean;
}

/** Indexes the resources once, so that a lookup costs the same in a repository of any size. */
export function makeWorld(all: readonly Known[], resources: ReadonlyMap<Known, Resource>, settings: Settings): World {
  const byKey = new Map<string, Resource>();
  const byKind = new Map<KindId, Resource[]>();
  for (const [known, resource] of resources) {
    if (!byKey.has(known.key)) byKey.set(known.key, resource);
    push(byKind, resource.kind, resource);
  }
  const links = linkResources(all, resources, byKey);
  return {
    settings,
    all: (kind) => (byKind.get(kind) ?? []) as never,
    target: (resource, to) => links.targets.get(resource)?.find(({ kind }) => kind === to) as never,
    referrers: (resource, from) => (links.referrers.get(resource)?.filter(({ kind }) => kind === from) ?? []) as never,
    hasFaultyReferrer: (resource, from) => links.faulty.get(resource)?.includes(from) ?? false,
  };
}

interface Links {
  readonly targets: ReadonlyMap<Resource, readonly Resource[]>;
  readonly referrers: ReadonlyMap<Resource, readonly Resource[]>;
  /** The kinds of the faulty documents that name a resource. */
  readonly faulty: ReadonlyMap<Resource, readonly KindId[]>;
}

function linkResources(
  all: readonly Known[],
  resources: ReadonlyMap<Known, Resource>,
  byKey: ReadonlyMap<string, Resource>,
): Links {
  const targets = new Map<Resource, Resource[]>();
  const referrers = new Map<Resource, Resource[]>();
  const faulty = new Map<Resource, KindId[]>();
  for (const known of all) {
    const from = resources.get(known);
    for (const { key } of known.targets) {
      const to = byKey.get(key);
      if (!to) continue;
      if (!from) {
        push(faulty, to, known.kind.id);
        continue;
      }
      push(targets, from, to);
      push(referrers, to, from);
    }
  }
  return { targets, referrers, faulty };
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
