import { collectHistory, commitsToRead } from '../../console/data/collect-history.ts';
import { type Snapshot, snapshotFormat } from '../../console/data/snapshot.ts';
import { can } from '../can/can.ts';
import type { Task } from '../work/work.ts';
import { encode } from './json-response.ts';
import { routes } from './list.ts';
import { findIn, type Named } from './named-commits.ts';
import type { Reader, Result, Route, Sent } from './route.ts';

/** Tasks other than the computations of routes. */
const others: Readonly<Record<string, (reader: Reader, commit: string, input: unknown) => unknown>> = {
  find: ({ repository }, _, input) => findIn(repository, input as Named),
  summary: ({ views }, commit) => views.at(commit).summary(),
  snapshot: (reader) => JSON.stringify(snapshotOf(reader)),
  history: ({ repository }) =>
    JSON.stringify(collectHistory(repository.commits(commitsToRead), ({ sha }) => repository.filesAt(sha))),
};

/** Runs tasks with the files of commits. A task named after a route runs the computation of that route. */
export function taskRunner(reader: Reader): (task: Task) => Promise<unknown> {
  const byId = new Map(routes.map((route) => [route.id, route]));
  return async ({ name, commit, input }) => {
    const route = byId.get(name);
    return route ? computeRoute(route, { reader, commit, input }) : others[name]?.(reader, commit, input);
  };
}

/** What a route sends to its computation. */
export interface RouteInput {
  readonly sent: Sent;
  readonly given: unknown;
}

interface Given {
  readonly reader: Reader;
  readonly commit: string;
  readonly input: unknown;
}

/**
 * Runs the computation of a route. If the route has no handler, encodes the result here, so that the gateway's own thread only
 * sends it.
 */
async function computeRoute({ compute, handle }: Route, { reader, commit, input }: Given): Promise<unknown> {
  const { sent, given } = input as RouteInput;
  const { person } = sent.session;
  const head = reader.views.head();
  const found = await compute?.(
    {
      ...{ ...reader, ...sent, person, head, view: reader.views.at(commit) },
      may: (action, tenant) => can(person, action, { tenant }, head.members),
    },
    given,
  );
  return handle ? found : encode(found as Result);
}

function snapshotOf({ repository, views, usage }: Reader): Snapshot {
  const { sha, world } = views.head();
  const { directory } = repository;
  const head = { sha, isClean: true };
  return {
    format: snapshotFormat,
    name: directory,
    directory,
    head,
    editUrl: undefined,
    files: world.files,
    usage: usage(),
  };
}
