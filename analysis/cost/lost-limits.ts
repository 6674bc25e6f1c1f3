import { addToGroup } from '../../data/group-by.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import type { Comparable } from '../diff/change.ts';

/** A quota, with the resources that have a price and a limit. The namespace is empty for a quota of the whole tenant. */
export interface PricedQuota {
  readonly tenant: string;
  readonly namespace: string;
  readonly cost: number;
  readonly limited: readonly string[];
}

/** The resources that lose their limit, by tenant. A namespace or tenant without objects in the new version loses none. */
export function lostLimits(
  old: readonly PricedQuota[],
  now: readonly PricedQuota[],
  head: readonly Comparable[],
): ReadonlyMap<string, readonly string[]> {
  const isLimited = limitFinder(now);
  const remains = placeFinder(head);
  const lost = new Map<string, string[]>();
  for (const quota of old)
    for (const resource of quota.limited)
      if (!isLimited(quota, resource) && remains(quota)) addToGroup(lost, quota.tenant, resource);
  return new Map([...lost].map(([tenant, resources]) => [tenant, [...new Set(resources)].sort()]));
}

/**
 * Whether a quota limits the resource in the same place. A limit can also move between a quota of the whole tenant and
 * those of its namespaces.
 */
function limitFinder(quotas: readonly PricedQuota[]): (quota: PricedQuota, resource: string) => boolean {
  const keysOf = (where: (quota: PricedQuota) => string) =>
    new Set(quotas.flatMap((quota) => quota.limited.map((resource) => `${where(quota)} ${resource}`)));
  const [places, tenants] = [keysOf(placeOf), keysOf(({ tenant }) => tenant)];
  return (quota, resource) => {
    const whole = `${quota.tenant} ${resource}`;
    const isMoved = quota.namespace === '' ? tenants.has(whole) : places.has(`tenant ${whole}`);
    return isMoved || places.has(`${placeOf(quota)} ${resource}`);
  };
}

function placeOf({ tenant, namespace }: Pick<PricedQuota, 'tenant' | 'namespace'>): string {
  return namespace === '' ? `tenant ${tenant}` : `namespace ${namespace}`;
}

/** Whether the tenant, or the namespace, has an object. Searches the objects once, on first use. */
function placeFinder(objects: readonly Comparable[]): (quota: PricedQuota) => boolean {
  let places: ReadonlySet<string> | undefined;
  return (quota) => {
    places ??= new Set(objects.flatMap(({ id, tenant }) => [`tenant ${tenant}`, `namespace ${namespaceOf(id)}`]));
    return places.has(placeOf(quota));
  };
}

function namespaceOf({ kind, name, namespace }: ObjectId): string {
  return kind === 'Namespace' ? name : namespace;
}
