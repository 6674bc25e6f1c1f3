import type { Resource } from '../../../core/kind/resource.ts';
import { platformTenant } from '../../../core/kind/tenant.ts';
import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import type { Origin } from '../../../core/source/source.ts';
import { addToGroup } from '../../../data/group-by.ts';
import { externalTargets } from './external.ts';
import { readSleepSchedule, type SleepSchedule, type SleepScheduleResult, timeZoneAnnotation } from './schedule.ts';
import { supervisionIndex, supervisionTargets } from './supervision-targets.ts';

export type Supervisor = Resource<'mto-cluster-resource-supervisor'> | Resource<'mto-resource-supervisor'>;

export interface Supervision {
  readonly result: SleepScheduleResult;
  /** The IANA name, not validated. */
  readonly timeZone: string;
  /** The namespaces of all tenants, sorted by name. Without external namespaces. */
  readonly namespaces: readonly TenantNamespace[];
  /** The names of the namespaces, by tenant. External namespaces belong to the platform. */
  readonly byTenant: ReadonlyMap<string, readonly string[]>;
}

/** A supervision with valid schedules. */
export interface Supervised extends Omit<Supervision, 'result'> {
  readonly schedule: SleepSchedule;
}

/** The schedule and the namespaces of a supervisor. Computed once for all tenants. */
export function supervisionOf(supervisor: Supervisor, world: World): Supervision {
  return world.derived(supervisions).get(supervisor.origin) as Supervision;
}

/** All valid supervisions, cluster-scoped supervisors first. */
export function allSupervised(world: World): readonly Supervised[] {
  return [...world.derived(supervisions).values()].flatMap(({ result, ...rest }) =>
    'schedule' in result ? [{ ...rest, schedule: result.schedule }] : [],
  );
}

/** Caches results, because supervisors often share a schedule, and evaluating a schedule iterates over the calendar. */
function sleepSchedules(): (schedule: Parameters<typeof readSleepSchedule>[0]) => SleepScheduleResult {
  const known = new Map<string, SleepScheduleResult>();
  return (schedule) => {
    const key = JSON.stringify([schedule.sleepSchedule, schedule.wakeSchedule]);
    const result = known.get(key) ?? readSleepSchedule(schedule);
    known.set(key, result);
    return result;
  };
}

/** The valid supervisions with namespaces of each tenant, in the order of allSupervised. */
export function supervisedByTenant(world: World): ReadonlyMap<string, readonly Supervised[]> {
  const byTenant = new Map<string, Supervised[]>();
  for (const supervised of world.derived(allSupervised))
    for (const tenant of supervised.byTenant.keys()) addToGroup(byTenant, tenant, supervised);
  return byTenant;
}

function supervisions(world: World): ReadonlyMap<Origin, Supervision> {
  const own = world.all('mto-resource-supervisor');
  const all: readonly Supervisor[] = [...world.all('mto-cluster-resource-supervisor'), ...own];
  return new Map(all.map((supervisor) => [supervisor.origin, supervision(supervisor, world)]));
}

function supervision(supervisor: Supervisor, world: World): Supervision {
  const { metadata, spec } = supervisor.body;
  const timeZone = metadata.annotations?.[timeZoneAnnotation] ?? world.settings.hibernation.timeZone;
  const namespaces = namespacesOf(supervisor, world);
  const byTenant = new Map<string, string[]>();
  for (const { tenant, name } of namespaces) addToGroup(byTenant, tenant, name);
  for (const { name } of externalTargets(supervisor, world)) addToGroup(byTenant, platformTenant, name);
  return { result: world.derived(sleepSchedules)(spec.schedule), timeZone, namespaces, byTenant };
}

function namespacesOf(supervisor: Supervisor, world: World): readonly TenantNamespace[] {
  if (supervisor.kind === 'mto-cluster-resource-supervisor')
    return supervisionTargets(supervisor.body, world).map(({ namespace }) => namespace);
  const { byName, isExcluded } = world.derived(supervisionIndex);
  const namespace = byName.get(supervisor.namespace);
  return namespace && !isExcluded(namespace.name) ? [namespace] : [];
}
