import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { UsageSource } from '../../../cost/catalogue.ts';
import { addToGroup } from '../../../data/group-by.ts';
import type { Path } from '../../../data/tree.ts';
import { meterTerms, tenantOf } from '../terms/catalogue.ts';
import { offeringOf, type Subscription } from '../terms/offerings.ts';
import { keyIn } from '../terms/references.ts';

/**
 * Rejects two Subscriptions that could charge for the same workload, because each workload is charged once. Warns about a source
 * with resourceType Pod and no name, because it selects every workload.
 */
export function checkSources(subscription: Subscription, world: World, report: Report): void {
  const { usageSources = [] } = subscription.body.spec;
  for (const [index, source] of (usageSources as readonly UsageSource[]).entries()) {
    const path = ['spec', 'usageSources', index];
    if (source.resourceType === 'Pod' && source.name === undefined)
      warnAboutEveryWorkload(source, { payer: tenantOf(subscription, world), path }, report);
    const other = conflictingSubscription(subscription, source, world);
    if (other === undefined) continue;
    const message = `Subscription ${other} can also select this workload, but only one Subscription can charge for it`;
    report('conflicting-fields', path, message, { fix: 'name another workload, or remove one of the sources' });
  }
}

function warnAboutEveryWorkload(
  { namespace }: UsageSource,
  { payer, path }: { readonly payer: string; readonly path: Path },
  report: Report,
): void {
  const all = payer === '' ? 'all namespaces without a tenant' : `all namespaces of tenant ${payer}`;
  const place = namespace === undefined ? all : `namespace ${namespace}`;
  const message = `resourceType Pod without a name selects every workload of ${place}, not only pods without a controller`;
  report('risky-value', path, message, { fix: 'set name, or remove resourceType to select every workload' });
}

interface PricedSource {
  readonly owner: string;
  /** The tenant that pays. */
  readonly tenant: string;
  readonly source: UsageSource;
}

/** Sources of Subscriptions that charge for usage, by namespace. Sources for all namespaces of their tenant have the key ''. */
function pricedSources(world: World): ReadonlyMap<string, readonly PricedSource[]> {
  const byNamespace = new Map<string, PricedSource[]>();
  for (const subscription of world.all('finops-subscription')) {
    const offering = offeringOf(subscription, world);
    if (!offering || meterTerms(offering.body.spec.pricing).length === 0) continue;
    for (const source of (subscription.body.spec.usageSources ?? []) as readonly UsageSource[])
      addToGroup(byNamespace, source.namespace ?? '', {
        owner: keyIn(subscription),
        tenant: tenantOf(subscription, world),
        source,
      });
  }
  return byNamespace;
}

function conflictingSubscription(subscription: Subscription, source: UsageSource, world: World): string | undefined {
  const own = keyIn(subscription);
  const priced = world.derived(pricedSources);
  const isPriced = [...(priced.get(source.namespace ?? '') ?? [])].some(({ owner }) => owner === own);
  if (!isPriced) return undefined;
  const near =
    source.namespace === undefined
      ? [...priced.values()].flat()
      : [...(priced.get(source.namespace) ?? []), ...(priced.get('') ?? [])];
  const payer = tenantOf(subscription, world);
  const canMeet = ({ tenant, source: other }: PricedSource) => {
    if (source.namespace === undefined && other.namespace === undefined) return tenant === payer;
    return isIn(source, other.namespace, payer, world) && isIn(other, source.namespace, tenant, world);
  };
  return near.find((other) => other.owner !== own && canMeet(other) && overlap(source, other.source))?.owner;
}

/**
 * Whether a source without a namespace can select workloads in this one. With another tenant label, files do not show the value of
 * the label of a namespace.
 */
function isIn(source: UsageSource, namespace: string | undefined, payer: string, world: World): boolean {
  if (source.namespace !== undefined || namespace === undefined) return true;
  const owner = world.namespace(namespace)?.tenant;
  return owner === undefined || owner === payer || world.settings.showback.tenantLabel !== undefined;
}

/**
 * Whether two sources can select the same workload. Does not compare names of pods with names of controllers, because files do not
 * show the controller of a pod.
 */
function overlap(one: UsageSource, other: UsageSource): boolean {
  const agree = (field: keyof UsageSource) =>
    one[field] === undefined || other[field] === undefined || one[field] === other[field];
  const isByPod = ({ resourceType }: UsageSource) => resourceType === 'Pod';
  if (!agree('namespace')) return false;
  return isByPod(one) === isByPod(other) ? agree('resourceType') && agree('name') : true;
}
