import { contracts } from '../../build/contracts.ts';
import type { Resource } from '../../core/kind/resource.ts';
import { baseName } from '../../core/source/source.ts';
import { groupBy } from '../../data/group-by.ts';
import { valueAt } from '../../data/tree.ts';
import { offsetsOf } from '../../io/time-zone.ts';
import { type CronTimes, readCron } from '../../kubernetes/cron-times.ts';
import { nextRun, type OffsetAt } from '../../kubernetes/next-run.ts';
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

const minute = 60_000;
const horizon = 8 * 24 * 60 * minute;

/** The schedules of all ResourceSupervisors and ClusterResourceSupervisors, or only those of the given namespaces. */
export function schedules(world: World, now: number, wanted?: ReadonlySet<string>): readonly Schedule[] {
  const { resources, inventory } = world.sound().all();
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

/**
 * The current state and the coming changes. The last run decides the current state or, without one in the preceding eight days, the
 * next run. Without a sleep schedule, the namespaces are already asleep.
 */
function statesOf({ sleep, wake, timeZone }: Times, now: number): Pick<Schedule, 'changes' | 'now'> {
  const offsets = offsetsOf(timeZone);
  const standard: State = sleep === undefined ? 'asleep' : 'awake';
  if (!offsets) return { changes: [], now: standard };
  const all = (
    [
      [sleep, 'asleep'],
      [wake, 'awake'],
    ] as const
  ).flatMap(([text, to]) => (text === undefined ? [] : [{ to, times: readCron(text) }]));
  const runs = all.flatMap(({ to, times }) => runsAfter(times, now, offsets).map((at) => ({ at, to })));
  const sorted = runs.sort((a, b) => a.at - b.at);
  const past = all.flatMap(({ to, times }) => lastRun(times, now, offsets).map((at) => ({ at, to })));
  const [last] = past.sort((a, b) => b.at - a.at);
  const current = last?.to ?? (sorted[0]?.to === 'awake' ? 'asleep' : standard);
  return { now: current, changes: sorted.filter(({ to }, index) => to !== (sorted[index - 1]?.to ?? current)) };
}

function runsAfter(times: CronTimes, now: number, offsets: OffsetAt): readonly number[] {
  const found: number[] = [];
  for (let at = nextRun(times, now, offsets); at !== undefined && at <= now + horizon && found.length < 200; ) {
    found.push(at);
    at = nextRun(times, at, offsets);
  }
  return found;
}

/** The last run up to an instant. Empty if there is none in the preceding eight days. */
function lastRun(times: CronTimes, now: number, offsets: OffsetAt): readonly number[] {
  const runAfter = (start: number) => {
    const next = nextRun(times, start, offsets);
    return next !== undefined && next <= now ? [next] : [];
  };
  let [known, later] = [now - horizon, now];
  if (runAfter(known).length === 0) return [];
  while (later - known > minute) {
    const middle = Math.floor((known + later) / 2);
    if (runAfter(middle).length === 0) later = middle;
    else known = middle;
  }
  return runAfter(known);
}
