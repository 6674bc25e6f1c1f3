import { capacityWith, quotaLoads } from '../../console/model/capacity.ts';
import { volumeRows } from '../../console/model/cluster.ts';
import { healthOf, platformParts } from '../../console/model/health.ts';
import { shortList } from '../../data/short-list.ts';
import { type Tree, textAt } from '../../data/tree.ts';
import { timed } from '../limits/limits.ts';
import type { Reading } from '../live/collection.ts';
import { isPartial, keyIn, type ResourceName } from '../live/resources.ts';
import { namespaceStates, type OwnerOf, quotaUse, syncView, workloadRows } from '../live/rows.ts';
import { ownerFinder } from './owner-of.ts';
import { readableTenants } from './readable-tenants.ts';
import { type Call, inTwoThreads, type Result, type Route } from './route.ts';

const own = { action: 'read-tenant', target: 'anything' } as const;
const workloads = ['deployments', 'statefulSets', 'daemonSets'] as const;

/** The state of the cluster. Each response contains the time of its data, and whether the cluster can be read now. */
export const liveRoutes: readonly Route[] = [
  liveRoute('namespaces', 'The namespaces of your tenants in the cluster, and whether they sleep', {
    reads: ['namespaces', ...workloads],
    rows: namespaceStates,
  }),
  liveRoute('workloads', 'The workloads of your tenants', { reads: workloads, rows: workloadRows }),
  liveRoute('usage', 'Quota usage in the namespaces of your tenants', { reads: ['quotas'], rows: quotaUse }),
  {
    ...{ method: 'GET', path: '/live/volumes', id: 'listLiveVolumes', query: 'LiveQuery', access: own },
    summary: 'The retained volumes of your tenants',
    handle: async (call) => {
      const { tenant: only } = call.query;
      const reading = await call.gateway.live.read(['volumes', 'claims', 'namespaces']);
      const isReadable = readableTenants(call);
      const isWanted = (tenant: string) => (only === undefined || only === tenant) && isReadable(tenant);
      return resultOf(reading, { items: counted(call, () => volumeRows(reading.objects, isWanted)) });
    },
  },
  {
    ...{ method: 'GET', path: '/live/sync', id: 'getLiveSync', query: 'LiveQuery', access: own },
    summary: 'The sync status of the objects of your tenants in Argo CD',
    handle: async (call) => {
      const reading = await call.gateway.live.application();
      const [application] = reading.objects;
      return resultOf(
        reading,
        application ? counted(call, () => syncView(application, ownerFinder(call))) : { resources: [] },
      );
    },
  },
  {
    ...{ method: 'GET', path: '/live/platform', id: 'listLivePlatform' },
    summary: 'The state of the rendered workloads of the platform',
    access: { action: 'read-platform', target: 'everything' },
    ...inTwoThreads({
      compute: ({ view }) => platformParts(view.world),
      handle: async ({ gateway }, compute) => {
        const reading = await gateway.live.read([...workloads, 'cronJobs']);
        return resultOf(reading, {
          items: reading.asOf === undefined ? [] : healthOf(reading.objects, await compute()),
        });
      },
    }),
  },
  {
    ...{ method: 'GET', path: '/capacity', id: 'getCapacity', query: 'CapacityQuery' },
    summary: 'Requests and quotas of all tenants, compared with the nodes that have all labels of the selector',
    access: { action: 'read-capacity', target: 'everything' },
    ...inTwoThreads({
      compute: ({ view }) => quotaLoads(view.world),
      handle: async ({ gateway, query }, compute) => {
        const reading = await gateway.live.read(['nodes', 'pods']);
        const view = capacityWith(await compute(), reading.objects, query['selector'] ?? '');
        return resultOf(reading, { ...view, ...partialOf(reading) });
      },
    }),
  },
];

interface Rows {
  readonly reads: readonly ResourceName[];
  readonly rows: (objects: readonly Tree[], ownerOf: OwnerOf) => readonly object[];
}

function liveRoute(name: string, summary: string, { reads, rows }: Rows): Route {
  return {
    ...{ method: 'GET', path: `/live/${name}`, query: 'LiveQuery', access: own, summary },
    id: `listLive${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    handle: async (call: Call) => {
      const reading = await call.gateway.live.read(reads);
      const items = counted(call, () => rows(reading.objects, ownerFinder(call)));
      return resultOf(knowsNamespaces(call) ? reading : { ...reading, ...unknownNamespaces }, { items });
    },
  };
}

const unknownNamespaces = {
  available: false,
  reason: 'the files of a tenant or of the platform have errors, so some namespaces are unknown',
} as const;

/** Whether the namespaces of all tenants that the person may read are known. Those of tenants with errors are not. */
function knowsNamespaces({ head, may, query }: Call): boolean {
  const isWanted = (tenant: string) => query['tenant'] === undefined || query['tenant'] === tenant;
  return head
    .rows()
    .every(({ name, namespaces }) => namespaces !== undefined || !isWanted(name) || !may('read-tenant', name));
}

/** Computes rows and counts the time toward the person's limit, because a cluster can have many objects. */
function counted<T>({ session, gateway }: Call, compute: () => T): T {
  return timed(session.subject, gateway.limits, compute);
}

/** Names the objects of which only a small part is kept, because their amounts are unknown and count as zero. */
function partialOf({ objects }: Reading): { readonly notCounted?: string } {
  const names = objects.filter(isPartial).map((object) => `${textAt(object, 'kind')} ${keyIn(object)}`);
  return names.length === 0 ? {} : { notCounted: shortList(names, 5) };
}

function resultOf({ available, asOf, reason }: Reading, rest: object): Result {
  const time = asOf === undefined ? null : new Date(asOf).toISOString();
  return { body: { available, asOf: time, ...(available ? {} : { reason }), ...rest } };
}
