import { tenantLabel } from '../../../core/kind/tenant.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Catalogue, MeterTerms, Subscription as SubscriptionTerms, UsageSource } from '../../../cost/catalogue.ts';
import type { Fee } from '../../../cost/fee.ts';
import { type Meter, meters } from '../../../cost/meters.ts';
import { type PriceBook, rateFields } from './active-book.ts';
import {
  activatedAnnotation,
  deactivatedAnnotation,
  type Offering,
  offeringOf,
  type Subscription,
} from './offerings.ts';
import { keyIn } from './references.ts';

/** The ConfigMap with the catalogue, in the namespace of the price book. */
export const catalogueName = 'leasehold-showback';

/**
 * The input of the showback job: the prices of a price book, the settings of the Platform, and the terms of each Subscription
 * whose Offering is in the files.
 */
export function catalogueOf(book: PriceBook, world: World): Catalogue {
  const { currency, rates = {} } = book.body.spec;
  const { basis, kubeStateMetricsJob: stateJob, opencost, prometheus, hourlyDays } = world.settings.showback;
  const priced = meters.flatMap((meter) => {
    const rate = rates[rateFields[meter]] ?? '';
    return rate === '' ? [] : [[meter, rate] as const];
  });
  return {
    priceBook: keyIn(book),
    currency,
    rates: Object.fromEntries(priced) as Catalogue['rates'],
    basis,
    tenantLabel: labelOf(world),
    ...(stateJob === undefined ? {} : { stateJob }),
    ...(opencost === undefined ? {} : { opencost }),
    ...(prometheus === undefined ? {} : { prometheus }),
    hourlyDays,
    subscriptions: world.all('finops-subscription').flatMap((one) => {
      const offering = offeringOf(one, world);
      return offering ? [termsOf(one, offering, world)] : [];
    }),
  };
}

function termsOf(subscription: Subscription, { body }: Offering, world: World): SubscriptionTerms {
  const { namespace, name } = subscription;
  const annotations = subscription.body.metadata.annotations ?? {};
  const fee = feeOf(body.spec.pricing);
  return {
    namespace,
    name,
    tenant: tenantOf(subscription, world),
    ...present('activatedAt', annotations[activatedAnnotation]),
    ...present('deactivatedAt', annotations[deactivatedAnnotation]),
    ...(fee ? { fee } : {}),
    meters: meterTerms(body.spec.pricing),
    sources: (subscription.body.spec.usageSources ?? []) as readonly UsageSource[],
  };
}

function labelOf({ settings }: World): string {
  return settings.showback.tenantLabel ?? tenantLabel;
}

type Pricing = Offering['body']['spec']['pricing'];

function feeOf({ subscriptionFee }: Pricing): Fee | undefined {
  if (!subscriptionFee) return undefined;
  const { priceMicros, period, tickAlignment } = subscriptionFee;
  return { priceMicros, period, alignment: tickAlignment };
}

export function meterTerms({ resourcePricing = [] }: Pricing): readonly MeterTerms[] {
  return resourcePricing.flatMap(({ name, margins }) =>
    name === 'subscription' ? [] : [{ name: name as Meter, ...margins }],
  );
}

function present<Name extends string>(name: Name, value: string | undefined): { readonly [N in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: string };
}

/**
 * The tenant that pays: the tenant in the label, or else the owner of the Subscription's namespace, or else the owner of all
 * namespaces that the Subscription refers to. Empty if there is none. The fee then belongs to no tenant.
 */
export function tenantOf({ namespace, body }: Subscription, world: World): string {
  const given = body.metadata.labels?.[labelOf(world)];
  if (given !== undefined) return given;
  const own = world.namespace(namespace)?.tenant;
  if (own !== undefined) return own;
  const { usageSources = [], lifecycle } = body.spec;
  const names = [...usageSources.map((source) => source.namespace), lifecycle?.targetRef?.namespace];
  const tenants = new Set(names.flatMap((name) => (name === undefined ? [] : [world.namespace(name)?.tenant ?? ''])));
  return tenants.size === 1 ? ([...tenants][0] ?? '') : '';
}
