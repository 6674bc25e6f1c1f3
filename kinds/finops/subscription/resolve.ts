import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { parseInstant } from '../../../cost/instant.ts';
import { claimingBooks } from '../terms/active-book.ts';
import { meterTerms } from '../terms/catalogue.ts';
import { coverage, isOwnAncestor } from '../terms/family.ts';
import {
  activatedAnnotation,
  deactivatedAnnotation,
  type Offering,
  offeringKey,
  offeringOf,
  offeringsByKey,
  parentKey,
  type Subscription,
  subscriptionsByKey,
} from '../terms/offerings.ts';
import { keyIn, missingCode, referenceKey, reportMissing } from '../terms/references.ts';
import { checkSources } from './sources.ts';

export function resolve(subscription: Subscription, world: World, report: Report): object {
  checkLife(subscription, report);
  const offering = offeringOf(subscription, world);
  const path = ['spec', 'offeringRef'];
  if (offering) checkAgainst(offering, { subscription, world, report });
  else reportMissing('finops-offering', { key: offeringKey(subscription), path, world }, report);
  checkParent(subscription, { offering, world, report });
  checkSources(subscription, world, report);
  if (world.isComplete('finops-price-book') && world.derived(claimingBooks).length === 0) {
    const message = 'no file defines a PriceBook, so nothing collects the charges of Subscriptions';
    report(missingCode(world), ['spec'], message, { fix: 'add a PriceBook, which sets the currency' });
  }
  return {};
}

function checkLife({ body }: Subscription, report: Report): void {
  const annotations = body.metadata.annotations ?? {};
  const [start, end] = [activatedAnnotation, deactivatedAnnotation].map((name) => {
    const text = annotations[name];
    const instant = text === undefined ? undefined : parseInstant(text);
    if (text === undefined || instant !== undefined) return instant;
    const fix = 'for example "2026-08-12T09:15:00Z"';
    report('bad-format', ['metadata', 'annotations', name], `${JSON.stringify(text)} is not an RFC 3339 time`, { fix });
    return undefined;
  });
  if (start === undefined || end === undefined || start <= end) return;
  const message = `the subscription would end at ${annotations[deactivatedAnnotation]}, before it begins at ${annotations[activatedAnnotation]}`;
  report('conflicting-fields', ['metadata', 'annotations', deactivatedAnnotation], message);
}

interface Context {
  readonly subscription: Subscription;
  readonly world: World;
  readonly report: Report;
}

function checkAgainst(offering: Offering, { subscription, world, report }: Context): void {
  const { usageSources = [] } = subscription.body.spec;
  const metered = meterTerms(offering.body.spec.pricing).length > 0;
  if (metered && usageSources.length === 0) {
    const message = `Offering ${offering.name} charges for usage, but without usageSources its prices apply to no workload`;
    report('risky-value', ['spec'], message, { fix: 'add usageSources' });
  }
  if (!metered && usageSources.length > 0) {
    const message = `Offering ${offering.name} does not charge for usage: usageSources can only determine the tenant that pays`;
    report('ignored-field', ['spec', 'usageSources'], message);
  }
  checkRequirements(offering, { subscription, world, report });
}

/** The operator activates a Subscription only if related ones subscribe to the required Offerings [sources: finops-5]. */
function checkRequirements(offering: Offering, { subscription, world, report }: Context): void {
  // An invalid document might be the required Subscription.
  if (!world.isComplete('finops-subscription') || !world.isComplete('finops-offering')) return;
  const required = offering.body.spec.compatibility?.requiredOfferings ?? [];
  const covered = coverage(subscription, world);
  const offerings = world.derived(offeringsByKey);
  const parent = world.derived(subscriptionsByKey).get(parentKey(subscription) ?? '');
  for (const key of required.map((reference) => referenceKey(reference, offering))) {
    // The Offering has an error if it requires itself or an Offering that no file defines.
    if (covered.has(key) || key === keyIn(offering) || !offerings.has(key)) continue;
    const message = `Offering ${offering.name} requires ${key}, but no related Subscription subscribes to it`;
    report('mismatch', ['spec', 'offeringRef', 'name'], message, {
      fix: `add a ${parent ? `Subscription to ${key} with the parent ${keyIn(parent)}` : `parent that subscribes to ${key}`}`,
    });
  }
}

/** Whether the parent must be in the files. An invalid Offering might make it optional. */
function mustExist({ body }: Subscription, offering: Offering | undefined): boolean {
  const { lifecycle } = body.spec;
  if (lifecycle) return lifecycle.onParentDeactivate !== 'Orphan';
  return offering !== undefined && offering.body.spec.lifecycle?.onParentDeactivate !== 'Orphan';
}

interface ParentContext {
  readonly offering: Offering | undefined;
  readonly world: World;
  readonly report: Report;
}

function checkOverride(subscription: Subscription, { offering, world, report }: ParentContext): void {
  const { lifecycle } = subscription.body.spec;
  const given = lifecycle && (lifecycle.onParentDeactivate ?? 'Deactivate');
  const inherited = offering?.body.spec.lifecycle?.onParentDeactivate ?? 'Deactivate';
  if (given === undefined || given === inherited || offering?.body.spec.lifecycle?.allowOverride !== false) return;
  const byDefault = lifecycle?.onParentDeactivate === undefined ? ' by default' : '';
  const message = `onParentDeactivate is ${given}${byDefault}, but Offering ${offering.name} does not allow overriding ${inherited}`;
  const key = parentKey(subscription);
  const isMissing = key !== undefined && !world.derived(subscriptionsByKey).has(key);
  const parent = isMissing && inherited === 'Deactivate' ? ` and add Subscription ${key}` : '';
  const fix = `set onParentDeactivate to ${inherited}${parent}, or set lifecycle.allowOverride to true in the Offering`;
  report('risky-value', ['spec', 'lifecycle'], message, { fix });
}

function checkParent(subscription: Subscription, { offering, world, report }: ParentContext): void {
  checkOverride(subscription, { offering, world, report });
  const { lifecycle } = subscription.body.spec;
  if (lifecycle?.targetRef) {
    const { kind = '', name = '' } = lifecycle.targetRef;
    const target = [kind, name].filter((part) => part !== '').join(' ') || 'the target';
    const message = `targetRef can only determine the tenant that pays: leasehold cannot check whether ${target} exists in the cluster`;
    report('ignored-field', ['spec', 'lifecycle', 'targetRef'], message);
  }
  const key = parentKey(subscription);
  const path = ['spec', 'parent', 'subscriptionRef'];
  if (key === undefined) return;
  if (isOwnAncestor(subscription, world)) {
    const message =
      key === keyIn(subscription)
        ? 'the Subscription is its own parent'
        : `the parents form a cycle: this Subscription is an ancestor of its parent ${key}`;
    report('conflicting-fields', [...path, 'name'], message, { fix: 'choose another parent' });
  } else if (!world.derived(subscriptionsByKey).has(key) && mustExist(subscription, offering))
    reportMissing('finops-subscription', { key, path, world }, report);
}
