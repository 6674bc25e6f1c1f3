import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { type Path, valueAt } from '../../../data/tree.ts';
import { isActive } from '../../finops/terms/active-book.ts';
import { missingCode } from '../../finops/terms/references.ts';
import { modeOf } from './modes.ts';

interface Created {
  readonly field: string;
  readonly kind: 'finops-cost-job' | 'finops-price-book';
  readonly name: string;
  readonly type?: string;
}

/** What the chart of the FinOps operator creates from its values [sources: mto-37]. */
const created: readonly Created[] = [
  { field: 'priceBook', kind: 'finops-price-book', name: 'PriceBook' },
  { field: 'costJob', kind: 'finops-cost-job', name: 'CostJob', type: 'ResourceCostCollection' },
  { field: 'chargeCollectionJob', kind: 'finops-cost-job', name: 'CostJob', type: 'SubscriptionChargeCollection' },
];

/**
 * Reports a PriceBook or CostJob that the chart would create from its values, if no file defines one. Without them, nothing is
 * billed.
 */
export function checkFinopsValues(
  values: unknown,
  at: { readonly path: Path; readonly namespace: string },
  world: World,
  report: Report,
): void {
  for (const one of created) {
    const { field, kind, name, type } = one;
    if (valueAt(values, field, 'enabled') !== true || !world.isComplete(kind) || isDefined(one, world)) continue;
    const what = type === undefined ? name : `${name} of type ${type}`;
    const missing = type === undefined ? 'one' : 'one of this type';
    const message = `the chart would create a ${what} from ${field}; leasehold reads ${name}s only from files, and no file defines ${missing}`;
    const namespace = namespaceFor(kind, world) ?? at.namespace;
    const place = namespace === '' ? '' : ` in namespace ${namespace}`;
    report(missingCode(world), [...at.path, field], message, { fix: `add a ${what}${place}` });
  }
}

/** The namespace of the other kind, or of the jobs of showback: a job can read only a PriceBook of its own namespace. */
function namespaceFor(kind: Created['kind'], world: World): string | undefined {
  if (kind === 'finops-cost-job')
    return world.all('finops-price-book').find((book) => isActive(book, world))?.namespace;
  const [job] = world.all('finops-cost-job');
  const showback = world.all('mto-integration-config').find(({ body }) => {
    return modeOf(body.spec?.components?.showback) === 'Managed';
  });
  return (job ?? showback)?.namespace;
}

/** An IntegrationConfig with showback has both jobs. */
function isDefined({ kind, type }: Created, world: World): boolean {
  if (kind === 'finops-price-book') return world.all(kind).length > 0;
  const hasShowback = world
    .all('mto-integration-config')
    .some(({ body }) => modeOf(body.spec?.components?.showback) !== 'Disabled');
  return hasShowback || world.all(kind).some(({ body }) => (body.spec.type ?? 'ResourceCostCollection') === type);
}
