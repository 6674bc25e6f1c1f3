import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { listed } from '../../../data/listed.ts';

const blocks = ['awsoptions', 'gcpoptions', 'azureoptions', 'onpremoptions'] as const;

/**
 * Checks the rules that the API server enforces for the operator [sources: finops-1]. Warns about ignored options, and if OpenCost
 * does not receive the prices of the PriceBook.
 */
export function resolve({ name, body }: Resource<'finops-provider'>, _world: World, report: Report): object {
  if (name !== 'default')
    report('risky-value', ['metadata', 'name'], 'the API server accepts only the name default', {
      fix: 'rename it to default',
    });
  const given = blocks.filter((block) => body.spec[block] !== undefined);
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none is set' : `${listed(given)} are set`;
    report('conflicting-fields', ['spec'], `exactly one of ${blocks.join(', ')} must be set; ${found}`);
  }
  for (const block of given) checkBlock(block, body.spec[block] ?? {}, report);
  return {};
}

interface Options {
  readonly cloudIntegrationSecret?: string;
  readonly pricingModelSource?: string;
}

function checkBlock(block: string, { cloudIntegrationSecret, pricingModelSource }: Options, report: Report): void {
  if (cloudIntegrationSecret !== undefined) {
    const message =
      'cloudIntegrationSecret has no effect: leasehold does not configure OpenCost with the billing data of a cloud provider';
    const fix = 'remove the field, and set the prices in a PriceBook';
    report('ignored-field', ['spec', block, 'cloudIntegrationSecret'], message, { fix });
  }
  if (pricingModelSource === 'Pricebook') return;
  const message = `${pricingModelSource ? `with pricingModelSource ${pricingModelSource}` : 'without pricingModelSource'}, OpenCost does not receive the prices of the PriceBook`;
  report('risky-value', ['spec', block], message, { fix: 'set pricingModelSource to Pricebook' });
}
