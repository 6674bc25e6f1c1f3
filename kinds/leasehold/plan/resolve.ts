import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { PlanSpec } from '../../../core/settings/plans.ts';
import { milli } from '../../../kubernetes/quantity.ts';

type Amount = PlanSpec['requests'];

/** Validates the amounts against each other, and those of containers as the API server validates a LimitRange. */
export function resolve({ body }: Resource<'plan'>, _: unknown, report: Report): Record<string, never> {
  const { requests, limits, container } = body.spec;
  const atMost = checkerFor(report);
  atMost(['requests'], requests, { name: 'limits', ...limits });
  atMost(['container', 'defaultRequest'], container.defaultRequest, { name: 'default', ...container.default });
  atMost(['container', 'default'], container.default, { name: 'max', ...container.max });
  atMost(['container', 'max'], container.max, { name: 'limits', ...limits });
  checkObjects(body.spec, report);
  return {};
}

/** The number of objects of each kind also limits the pods. */
function checkObjects({ objects, pods }: PlanSpec, report: Report): void {
  if (objects === undefined || objects >= pods) return;
  report('conflicting-fields', ['spec', 'objects'], `objects ${objects} is below pods ${pods}, which it also limits`);
}

type Check = (path: readonly string[], lower: Amount, upper: Amount & { readonly name: string }) => void;

function checkerFor(report: Report): Check {
  return (path, lower, upper) => {
    for (const what of ['cpu', 'memory'] as const) {
      if (milli(lower[what]) <= milli(upper[what])) continue;
      const message = `${path.at(-1)}.${what} ${lower[what]} is above ${upper.name}.${what} ${upper[what]}`;
      report('conflicting-fields', ['spec', ...path, what], message);
    }
  };
}
