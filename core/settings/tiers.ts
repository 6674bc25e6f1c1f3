/** Volume size and resources of an Org that sets none. Upstream publishes no amounts [sources: tetrapus-2]. */
export interface Tier {
  readonly storage: string | number;
  readonly cpuRequest: string | number;
  readonly cpuLimit: string | number;
  readonly memoryRequest: string | number;
  readonly memoryLimit: string | number;
  /** Whether an Org of this tier can be placed on a TenantPlane. */
  readonly shared?: boolean;
}

export const builtInTiers: ReadonlyMap<string, Tier> = new Map([
  ['free', tier('1Gi', ['100m', '500m'], ['128Mi', '512Mi'], true)],
  ['team', tier('10Gi', ['250m', '1'], ['256Mi', '1Gi'], true)],
  ['enterprise', tier('100Gi', ['500m', '2'], ['512Mi', '4Gi'], false)],
]);

type Range = readonly [request: string, limit: string];

function tier(
  storage: string,
  [cpuRequest, cpuLimit]: Range,
  [memoryRequest, memoryLimit]: Range,
  shared: boolean,
): Tier {
  return { storage, cpuRequest, cpuLimit, memoryRequest, memoryLimit, shared };
}
