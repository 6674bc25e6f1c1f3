import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { didYouMean } from '../../../data/nearest.ts';
import { own } from '../../../data/own.ts';
import type { Path } from '../../../data/tree.ts';
import { milli, type Quantity } from '../../../kubernetes/quantity.ts';
import { isQuotaResource, isUncounted, standardNames } from './resource-names.ts';
import { isCount } from './split.ts';

type Spec = Resource<'mto-quota'>['body']['spec'];
type Limit = NonNullable<Spec['limitrange']>['limits'][number];

/** Reports names and amounts that the API server would reject in a ResourceQuota or LimitRange, and amounts without an effect. */
export function resolve({ body }: Resource<'mto-quota'>, _: unknown, report: Report): Record<string, never> {
  const { resourcequota, limitrange } = body.spec;
  const hard = resourcequota?.hard ?? {};
  for (const name of Object.keys(hard)) checkAmount(name, hard, report);
  warnAboutRequests(hard, report);
  checkSelector(resourcequota, report);
  const limits = limitrange?.limits ?? [];
  for (const [index, limit] of limits.entries()) {
    checkLimit(limit, ['spec', 'limitrange', 'limits', index], report);
    const same = limits.findIndex(({ type }) => type === limit.type);
    if (same === index) continue;
    report(
      'conflicting-fields',
      ['spec', 'limitrange', 'limits', index, 'type'],
      `type ${limit.type} is already in the list`,
      { fix: 'merge the two limits into one' },
    );
  }
  return {};
}

function checkAmount(name: string, hard: Readonly<Record<string, Quantity>>, report: Report): void {
  const quantity = hard[name] as Quantity;
  const path = ['spec', 'resourcequota', 'hard', name];
  if (!isQuotaResource(name)) {
    const message = `a quota cannot limit ${name}; use one of ${standardNames.join(', ')}, a size of huge pages such as hugepages-2Mi, or a name that contains a slash`;
    report('not-a-choice', path, message, { fix: didYouMean(name, standardNames), choices: standardNames });
  } else if (isUncounted(name)) {
    const message = `Kubernetes never counts ${name}, so the amount limits nothing`;
    const counted = `requests.${name.replace(/^limits\./, '')}`;
    const fix = Object.hasOwn(hard, counted) ? `remove it: ${counted} limits the same resource` : `use ${counted}`;
    report('risky-value', path, message, { fix });
  }
  if (isCount(name) && milli(quantity) % 1000n !== 0n) {
    report('bad-format', path, `${name} is ${quantity}; it must be a whole number`);
  }
}

/** Warns about requests above limits: no pod requests more than its limit, so the excess is unusable. */
function warnAboutRequests(hard: Readonly<Record<string, Quantity>>, report: Report): void {
  for (const [name, quantity] of Object.entries(hard)) {
    const upper = name.replace('requests.', 'limits.');
    const limit = name.startsWith('requests.') ? own(hard, upper) : undefined;
    if (limit === undefined || isUncounted(upper) || milli(quantity) <= milli(limit)) continue;
    const message = `${name} is ${quantity}, but ${upper} is only ${limit}, so pods cannot use all of ${name}`;
    const fix = `raise ${upper}, or lower ${name}`;
    report('risky-value', ['spec', 'resourcequota', 'hard', name], message, { fix });
  }
}

function checkSelector(quota: Spec['resourcequota'], report: Report): void {
  for (const [index, { operator, values = [] }] of (quota?.scopeSelector?.matchExpressions ?? []).entries()) {
    const needsValues = operator === 'In' || operator === 'NotIn';
    if (needsValues === values.length > 0) continue;
    const path = ['spec', 'resourcequota', 'scopeSelector', 'matchExpressions', index];
    report(
      'conflicting-fields',
      path,
      `operator ${operator} ${needsValues ? 'requires values' : 'does not allow values'}`,
    );
  }
}

/** In increasing order, as Kubernetes validates a LimitRange. */
const order = ['min', 'defaultRequest', 'default', 'max'] as const;

function checkLimit(limit: Limit, path: Path, report: Report): void {
  for (const field of ['default', 'defaultRequest'] as const) {
    if (limit.type === 'Container' || limit[field] === undefined) continue;
    report(
      'conflicting-fields',
      [...path, field],
      `${field} is allowed only in a limit of type Container, not ${limit.type}`,
    );
  }
  for (const [index, field] of order.entries()) {
    for (const upper of order.slice(index + 1)) checkRange(limit, [field, upper], { path, report });
  }
  for (const [name, ratio] of Object.entries(limit.maxLimitRequestRatio ?? {})) {
    if (milli(ratio) >= 1000n) continue;
    report(
      'out-of-range',
      [...path, 'maxLimitRequestRatio', name],
      `the ratio of ${name} is ${ratio}; it must be at least 1`,
    );
  }
}

interface ReportTarget {
  readonly path: Path;
  readonly report: Report;
}

type LimitField = (typeof order)[number];

function checkRange(
  limit: Limit,
  [lower, upper]: readonly [LimitField, LimitField],
  { path, report }: ReportTarget,
): void {
  for (const [name, least] of Object.entries(limit[lower] ?? {})) {
    const most = own(limit[upper] ?? {}, name);
    if (most === undefined || milli(least) <= milli(most)) continue;
    report('conflicting-fields', [...path, lower, name], `${lower}.${name} ${least} exceeds ${upper}.${name} ${most}`);
  }
}
