import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { unitPriceOf } from '../../../cost/money.ts';
import type { Labels } from '../../../templates/views.ts';
import { activeAnnotation, isActive, type PriceBook } from '../terms/active-book.ts';
import { openCostPricing } from '../terms/opencost-pricing.ts';

/** A price book. `pricing` is undefined unless the book is active and OpenCost receives its prices. */
export interface ResolvedBook {
  readonly namespace: string;
  readonly pricing: Labels | undefined;
}

export function resolve(book: PriceBook, world: World, report: Report): ResolvedBook | undefined {
  checkActive(book, report);
  if (!checkMode(book, report)) return undefined;
  checkRates(book, report);
  checkNamespace(book, world, report);
  const { namespace } = book;
  if (!isActive(book, world)) return { namespace, pricing: undefined };
  const { currency, rates = {} } = book.body.spec;
  const pricing = usesPriceBook(world) ? openCostPricing({ currency, rates }) : undefined;
  return { namespace, pricing };
}

function checkActive({ body }: PriceBook, report: Report): void {
  const { annotations = {}, labels = {} } = body.metadata;
  const value = annotations[activeAnnotation];
  const path = ['metadata', 'annotations', activeAnnotation];
  if (value !== undefined && value !== 'true' && value !== 'false')
    report('not-a-choice', path, `${activeAnnotation} is ${JSON.stringify(value)}; it must be "true" or "false"`, {
      choices: ['true', 'false'],
    });
  if (labels[activeAnnotation] === undefined) return;
  const message = `${activeAnnotation} is an annotation; a label of this name has no effect`;
  report('ignored-field', ['metadata', 'labels', activeAnnotation], message, { fix: 'move it to annotations' });
}

/** The operator accepts percent, but then applies no prices [sources: finops-2]. */
function checkMode({ body }: PriceBook, report: Report): boolean {
  const { valuationMode, rates } = body.spec;
  if (valuationMode === 'percent') {
    const message = 'percent is not implemented in the FinOps operator: the price book would have no prices';
    report('not-supported', ['spec', 'valuationMode'], message, {
      fix: `set valuationMode to currency${rates ? '' : ', and add rates'}`,
    });
    return false;
  }
  if (rates) return true;
  report('missing-field', ['spec', 'rates'], 'a PriceBook requires rates', {
    fix: 'add rates, such as cpuHour: "0.031"',
  });
  return false;
}

function checkRates({ body }: PriceBook, report: Report): void {
  for (const [field, rate] of Object.entries(body.spec.rates ?? {})) {
    if (typeof rate !== 'string' || rate === '' || unitPriceOf(rate) !== undefined) continue;
    const message = `${rate} has more than 12 decimal places, or more than 15 digits before them, so costs would not be exact`;
    report('out-of-range', ['spec', 'rates', field], message, {
      fix: 'round it to 12 decimal places, and use at most 15 digits before them',
    });
  }
}

/** Tenants can change objects in their namespaces, including prices. */
function checkNamespace({ namespace }: PriceBook, world: World, report: Report): void {
  const tenant = world.namespace(namespace)?.tenant;
  if (tenant === undefined) return;
  const message = `namespace ${namespace} belongs to tenant ${tenant}, whose members could change the prices`;
  report('foreign-namespace', ['metadata', 'namespace'], message, {
    fix: 'move the PriceBook to a namespace of the platform',
  });
}

/**
 * True if OpenCost receives the prices of the price book: if there is no FinOpsProvider, or if pricingModelSource is Pricebook in
 * every FinOpsProvider.
 */
export function usesPriceBook(world: World): boolean {
  return world.all('finops-provider').every(({ body }) => {
    const { awsoptions, azureoptions, gcpoptions, onpremoptions } = body.spec;
    const options = awsoptions ?? azureoptions ?? gcpoptions ?? onpremoptions;
    return options?.pricingModelSource === 'Pricebook';
  });
}
