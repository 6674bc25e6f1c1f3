import type { Resource } from '../../../core/kind/resource.ts';
import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import type { Origin } from '../../../core/source/source.ts';
import { type ReadRest, type Rest, readRest, timeZoneAnnotation } from './schedule.ts';
import { supervisable, targetsOf } from './targets.ts';

export type Supervisor = Resource<'mto-cluster-resource-supervisor'> | Resource<'mto-resource-supervisor'>;

export interface Supervision {
  readonly read: ReadRest;
  /** By its IANA name; not checked. */
  readonly timeZone: string;
  /** By name; those of all tenants. */
  readonly namespaces: readonly TenantNamespace[];
}

/** One whose schedules have no fault. */
export interface Supervised extends Omit<Supervision, 'read'> {
  readonly rest: Rest;
}

/** What a supervisor does, and to which namespaces: worked out once, though each tenant that has some of them asks. */
export function supervisionOf(supervisor: Supervisor, world: World): Supervision {
  return world.derived(supervisions).get(supervisor.origin) as Supervision;
}

/** Those that do something, cluster-wide ones first. */
export function allSupervised(world: World): readonly Supervised[] {
  return [...world.derived(supervisions).values()].flatMap(({ read, ...rest }) =>
    'rest' in read ? [{ ...rest, rest: read.rest }] : [],
  );
}

function supervisions(world: World): ReadonlyMap<Origin, Supervision> {
  const own = world.all('mto-resource-supervisor');
  const all: readonly Supervisor[] = [...world.all('mto-cluster-resource-supervisor'), ...own];
  return new Map(all.map((supervisor) => [supervisor.origin, supervision(supervisor, world)]));
}

function supervision(supervisor: Supervisor, world: World): Supervision {
  const { metadata, spec } = supervisor.body;
  const timeZone = metadata.annotations?.[timeZoneAnnotation] ?? world.settings.hibernation.timeZone;
  return { read: readRest(spec.schedule), timeZone, namespaces: namespacesOf(supervisor, world) };
}

function namespacesOf(supervisor: Supervisor, world: World): readonly TenantNamespace[] {
  if (supervisor.kind === 'mto-cluster-resource-supervisor')
    return targetsOf(supervisor.body, world).map(({ namespace }) => namespace);
  const { byName, excluded } = world.derived(supervisable);
  const namespace = byName.get(supervisor.namespace);
  return namespace && !excluded.has(namespace.name) ? [namespace] : [];
}
