import { contracts } from '../../build/contracts.ts';
import type { Resource } from '../../core/kind/resource.ts';
import { baseName } from '../../core/source/source.ts';
import { groupBy } from '../../data/group-by.ts';
import { valueAt } from '../../data/tree.ts';
import { offsetsOf } from '../../io/time-zone.ts';
import { readCron } from '../../kubernetes/cron-times.ts';
import { nextRun } from '../../kubernetes/next-run.ts';
import { type Source, sourceFinder } from './source.ts';
import type { World } from './world.ts';

/** A schedule on which namespaces hibernate. Instants are in milliseconds since 1970. */
export interface Schedule {
  readonly name: string;
  readonly namespaces: readonly string[];
  readonly timeZone: string;
  /** Cron expressions. Without `sleep`, the namespaces sleep now; without `wake`, they never wake. */
  readonly sleep: string | undefined;
  readonly wake: string | undefined;
  /** Changes of state during the next eight days. */
  readonly changes: readonly { readonly at: number; readonly to: State }[];
  /** The current state according to the schedule. */
  readonly now: State;
  readonly source: Source | undefined;
  /** Where a proposal edits the schedule; undefined if the file does not contain it. */
  readonly place: Place | undefined;
}

interface Place {
  readonly document: number;
  /** Whether the file contains nothing else. */
  readonly isWholeFile: boolean;
}

export type State = 'asleep' | 'awake';

const horizon = 8 * 24 * 3_600_000;

/** The schedules of all ResourceSupervisors and ClusterResourceSupervisors, or only those of the given namespaces. */
export function schedules(world: World, now: number, wanted?: ReadonlySet<string>): readonly Schedule[] {
  const { resources, inventory } = world.all();
  const entries = inventory.resources.filter(({ status: { hibernation } }) =>
    wanted ? hibernation?.namespaces.some((name) => wanted.has(name)) : hibernation,
  );
  const groups = groupBy(entries, ({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
  const supervisors = resources.filter(({ kind, namespace, name }) =>
    groups.has(`${contracts[kind].kind} ${namespace}/${name}`),
  );
  const find = sourceFinder(supervisors, world);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first?.status.hibernation) return [];
    const { sleep, wake, timeZone } = first.status.hibernation;
    const namespaces = group.flatMap(({ status }) => status.hibernation?.namespaces ?? []).sort();
    const resource = supervisors.find(
      ({ kind, name, origin }) =>
        contracts[kind].kind === first.kind && name === first.name && baseName(origin.file) === first.source,
    );
    const times = { name: first.name, namespaces, timeZone, sleep, wake, source: find(resource?.origin) };
    return [{ ...times, ...statesOf(times, now), place: resource && placeOf(resource, world) }];
  });
}

function placeOf({ body, origin }: Resource, world: World): Place | undefined {
  if (valueAt(body, 'spec', 'schedule') === undefined || origin.base.length > 0) return undefined;
  const inFile = world.resources().filter((one) => one.origin.file === origin.file);
  return { document: origin.document, isWholeFile: inFile.length === 1 };
}

type Times = Pick<Schedule, 'sleep' | 'wake' | 'timeZone'>;

/** The current state and the coming changes. Without a sleep schedule, the namespaces are already asleep. */
function statesOf(times: Times, now: number): Pick<Schedule, 'changes' | 'now'> {
  const changes = changesOf(times, now);
  const next = changes[0]?.to;
  if (next === undefined) return { changes, now: times.sleep === undefined ? 'asleep' : 'awake' };
  return { changes, now: next === 'asleep' ? 'awake' : 'asleep' };
}

function changesOf({ sleep, wake, timeZone }: Times, now: number): Schedule['changes'] {
  const offsets = offsetsOf(timeZone);
  if (!offsets) return [];
  const runs = (schedule: string | undefined, to: State) => {
    const found: { at: number; to: State }[] = [];
    const times = schedule === undefined ? undefined : readCron(schedule);
    for (let at = now; times && found.length < 200; ) {
      const next = nextRun(times, at, offsets);
      if (next === undefined || next > now + horizon) break;
      found.push({ at: next, to });
      at = next;
    }
    return found;
  };
  return [...runs(sleep, 'asleep'), ...runs(wake, 'awake')].sort((a, b) => a.at - b.at);
}
