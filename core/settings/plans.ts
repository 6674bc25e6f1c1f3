import type { Bodies } from '../../build/contracts.ts';

export type PlanSpec = Bodies['plan']['spec'];

/**
 * The built-in plans. Upstream names only `free` and `basic`, without amounts [sources: kleff-4]; the rest is
 * leasehold's.
 */
export const builtInPlans: ReadonlyMap<string, PlanSpec> = new Map([
  [
    'free',
    plan(['500m', '512Mi'], ['1', '1Gi'], [5, 1, '1Gi', 0], ['50m', '64Mi'], ['200m', '256Mi'], ['500m', '512Mi']),
  ],
  ['basic', plan(['1', '2Gi'], ['2', '4Gi'], [15, 5, '10Gi', 0], ['100m', '128Mi'], ['500m', '512Mi'], ['1', '2Gi'])],
  ['pro', plan(['4', '8Gi'], ['8', '16Gi'], [50, 20, '100Gi', 1], ['100m', '128Mi'], ['1', '1Gi'], ['4', '8Gi'])],
  [
    'enterprise',
    plan(['16', '32Gi'], ['32', '64Gi'], [200, 100, '1Ti', 5], ['250m', '256Mi'], ['2', '2Gi'], ['16', '32Gi']),
  ],
]);

/** The maximum number of objects of each kind. */
export function objectsOf({ objects, pods }: Pick<PlanSpec, 'objects' | 'pods'>): number {
  return objects ?? Math.max(200, 4 * pods);
}

type CpuAndMemory = readonly [cpu: string, memory: string];
type Counts = readonly [pods: number, volumes: number, storage: string, loadBalancers: number];

function plan(
  requests: CpuAndMemory,
  limits: CpuAndMemory,
  [pods, volumes, storage, loadBalancers]: Counts,
  ...[defaultRequest, standard, max]: readonly [CpuAndMemory, CpuAndMemory, CpuAndMemory]
): PlanSpec {
  const container = {
    defaultRequest: toResources(defaultRequest),
    default: toResources(standard),
    max: toResources(max),
  };
  return {
    requests: toResources(requests),
    limits: toResources(limits),
    pods,
    volumes,
    storage,
    loadBalancers,
    container,
  };
}

function toResources([cpu, memory]: CpuAndMemory): { cpu: string; memory: string } {
  return { cpu, memory };
}
