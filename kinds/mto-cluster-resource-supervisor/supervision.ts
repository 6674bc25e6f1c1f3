import type { Resource } from '../../core/resolve/resource.ts';
import type { TenantNamespace, World } from '../../core/resolve/world.ts';
import { type Rest, readRest } from './schedule.ts';
import { supervisable, targetsOf } from './targets.ts';

export type Supervisor = Resource<'mto-cluster-resource-supervisor'> | Resource<'mto-resource-supervisor'>;

/** What a supervisor whose schedule has no fault does, and to which namespaces. */
export interface Supervised {
  readonly rest: Rest;
  readonly timeZone: string;
  /** By name; those of all tenants. */
  readonly namespaces: readonly TenantNamespace[];
}

export const timeZoneAnnotation = 'leasehold.dev/time-zone';

/** What every supervisor does. Give it to World.derived: a namespace is then selected once, not once a tenant. */
export function supervision(world: World): readonly Supervised[] {
  const own = world.all('mto-resource-supervisor');
  const all: readonly Supervisor[] = [...world.all('mto-cluster-resource-supervisor'), ...own];
  return all.flatMap((supervisor) => supervisedBy(supervisor, world) ?? []);
}

function supervisedBy(supervisor: Supervisor, world: World): Supervised | undefined {
  const read = readRest(supervisor.body.spec.schedule);
  if (!('rest' in read)) return undefined;
  return { rest: read.rest, timeZone: timeZoneOf(supervisor, world), namespaces: namespacesOf(supervisor, world) };
}

export function timeZoneOf({ body }: Supervisor, { settings }: World): string {
  return body.metadata.annotations?.[timeZoneAnnotation] ?? settings.hibernation.timeZone;
}

/** The namespaces of all tenants that a supervisor is for. */
export function namespacesOf(supervisor: Supervisor, world: World): readonly TenantNamespace[] {
  if (supervisor.kind === 'mto-cluster-resource-supervisor')
    return targetsOf(supervisor.body, world).map(({ namespace }) => namespace);
  const { byName, excluded } = world.derived(supervisable);
  const namespace = byName.get(supervisor.namespace);
  return namespace && !excluded.has(namespace.name) ? [namespace] : [];
}
