import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { isPeriod } from '../../../cost/fee.ts';
import { claimingBooks } from '../terms/active-book.ts';
import { meterTerms } from '../terms/catalogue.ts';
import { type Offering, offeringsByKey } from '../terms/offerings.ts';
import { keyIn, missingCode, referenceKey, reportMissing } from '../terms/references.ts';

export function resolve(offering: Offering, world: World, report: Report): object {
  checkFee(offering, report);
  checkMeters(offering, report);
  checkBook(offering, world, report);
  checkRequired(offering, world, report);
  return {};
}

const pricingPath = ['spec', 'pricing'];

function checkFee({ body }: Offering, report: Report): void {
  const { subscriptionFee: fee, resourcePricing = [] } = body.spec.pricing;
  if (!fee) {
    if (resourcePricing.length === 0)
      report('ignored-field', pricingPath, 'an Offering without a price costs nothing', {
        fix: 'add subscriptionFee or resourcePricing',
      });
    return;
  }
  const path = [...pricingPath, 'subscriptionFee'];
  if (!isPeriod(fee.period, fee.tickAlignment)) {
    const isDuration = fee.tickAlignment === 'ActivatedAt';
    const fix = isDuration ? 'for example 1h, 90m or 3600s' : 'for example "1"';
    const what = isDuration
      ? 'a whole number of hours, minutes or seconds from 1 to 999999999'
      : 'a whole number from 1 to 999999';
    report(
      'bad-format',
      [...path, 'period'],
      `period is ${fee.period}; with tickAlignment ${fee.tickAlignment}, it must be ${what}`,
      {
        fix,
      },
    );
  }
  if (fee.minPeriods === undefined) return;
  const message = 'minPeriods has no effect: a Subscription can end at any time';
  report('ignored-field', [...path, 'minPeriods'], message, { fix: 'remove the field' });
}

function checkMeters({ body }: Offering, report: Report): void {
  const entries = body.spec.pricing.resourcePricing ?? [];
  for (const [index, { name, margins }] of entries.entries()) {
    const path = [...pricingPath, 'resourcePricing', index];
    if (name === 'subscription') {
      const message = 'the meter subscription measures nothing, so it charges nothing';
      report('ignored-field', [...path, 'name'], message, {
        fix: 'remove the entry, and set the fee in subscriptionFee',
      });
    }
    if (entries.findIndex((one) => one.name === name) < index)
      report('conflicting-fields', [...path, 'name'], `${name} is already in the list`, { fix: 'keep one of them' });
    if (margins?.absoluteMicros !== undefined && margins.factorMilli !== undefined)
      report('conflicting-fields', [...path, 'margins'], 'absoluteMicros and factorMilli are mutually exclusive', {
        fix: 'keep one of them',
      });
  }
}

/** A margin without a rate is not a price [sources: finops-3]. */
function checkBook({ body }: Offering, world: World, report: Report): void {
  if (meterTerms(body.spec.pricing).length === 0 || !world.isComplete('finops-price-book')) return;
  if (world.derived(claimingBooks).length > 0) return;
  const message = 'resourcePricing needs the rates of a PriceBook, and no file defines one';
  report(missingCode(world), [...pricingPath, 'resourcePricing'], message, { fix: 'add a PriceBook' });
}

function checkRequired(offering: Offering, world: World, report: Report): void {
  const byKey = world.derived(offeringsByKey);
  for (const [index, reference] of (offering.body.spec.compatibility?.requiredOfferings ?? []).entries()) {
    const path = ['spec', 'compatibility', 'requiredOfferings', index];
    const key = referenceKey(reference, offering);
    if (!byKey.has(key)) reportMissing('finops-offering', { key, path, world }, report);
    else if (requires(key, keyIn(offering), byKey))
      report(
        'conflicting-fields',
        [...path, 'name'],
        key === keyIn(offering)
          ? `Offering ${key} requires itself, so it cannot be used`
          : `Offering ${key} and this one require each other, directly or indirectly, so neither can be used`,
        { fix: 'remove the entry' },
      );
  }
}

/** Whether the Offering `from` is the target, or requires it directly or indirectly. */
function requires(from: string, target: string, byKey: ReadonlyMap<string, Offering>): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === target) return true;
    const offering = seen.has(next) ? undefined : byKey.get(next);
    seen.add(next);
    for (const one of offering?.body.spec.compatibility?.requiredOfferings ?? [])
      if (offering) open.push(referenceKey(one, offering));
  }
  return false;
}
