import type { Sidecar } from '../../../core/settings/kleff.ts';
import type { PlanSpec } from '../../../core/settings/plans.ts';
import { familyOf, formatMilli, milli, type Quantity } from '../../../kubernetes/quantity.ts';

interface Amounts {
  readonly cpu: Quantity;
  readonly memory: Quantity;
}

/** Cached, because many tenants share few plans. */
const known = new WeakMap<Sidecar, WeakMap<PlanSpec, PlanSpec>>();

/** Adds resources for one sidecar per pod to the plan. Otherwise, sidecars would use the tenant's quota. */
export function withSidecars(plan: PlanSpec, sidecar: Sidecar): PlanSpec {
  const plans = known.get(sidecar) ?? new WeakMap<PlanSpec, PlanSpec>();
  known.set(sidecar, plans);
  const sized = plans.get(plan) ?? sizedPlan(plan, sidecar);
  plans.set(plan, sized);
  return sized;
}

function sizedPlan(plan: PlanSpec, { requests, limits }: Sidecar): PlanSpec {
  const pods = BigInt(plan.pods);
  return {
    ...plan,
    requests: combine(plan.requests, requests, (own, sidecar) => own + pods * sidecar),
    limits: combine(plan.limits, limits, (own, sidecar) => own + pods * sidecar),
    container: {
      ...plan.container,
      max: combine(plan.container.max, limits, (own, sidecar) => (own > sidecar ? own : sidecar)),
    },
  };
}

type Operation = (own: bigint, sidecar: bigint) => bigint;

function combine(own: Amounts, sidecar: Amounts, operation: Operation): Amounts {
  const of = (field: keyof Amounts) =>
    formatMilli(operation(milli(own[field]), milli(sidecar[field])), familyOf(own[field]));
  return { cpu: of('cpu'), memory: of('memory') };
}
