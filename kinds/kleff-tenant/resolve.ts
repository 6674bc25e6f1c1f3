import type { Report } from '../../core/problem/problem.ts';
import type { Resource } from '../../core/resolve/resource.ts';
import type { World } from '../../core/resolve/world.ts';
import type { PlanSpec } from '../plan/built-in.ts';

export interface ResolvedTenant {
  readonly name: string;
  readonly ownerNamespace: string;
  readonly userId: string;
  readonly username: string;
  readonly planName: string;
  readonly plan: PlanSpec;
  readonly mesh: 'istio' | 'none' | undefined;
  readonly kubernetes: string;
  readonly removal: 'confirm' | 'prune' | 'retain';
}

export function resolve(resource: Resource<'kleff-tenant'>, world: World, report: Report): ResolvedTenant | undefined {
  const { plan: planName, userId, username } = resource.body.spec;
  const { settings } = world;
  checkNamespace(userId, world, report);
  const plan = planOf(planName, world, report);
  if (!plan) return undefined;
  const retain = resource.body.metadata.annotations?.['kleff.io/retain-namespace'] === 'true';
  return {
    name: resource.name,
    ownerNamespace: resource.namespace,
    userId,
    username,
    planName,
    plan,
    mesh: settings.mesh,
    kubernetes: settings.kubernetes,
    removal: retain ? 'retain' : settings.namespaces,
  };
}

function checkNamespace(userId: string, world: World, report: Report): void {
  if (!world.settings.isReserved(userId)) return;
  const message = `userId ${userId} is a namespace reserved for the platform`;
  report('reserved-namespace', ['spec', 'userId'], message, { fix: 'choose another userId' });
}

function planOf(name: string, world: World, report: Report): PlanSpec | undefined {
  const plan = world.settings.plans.get(name);
  const choices = [...world.settings.plans.keys()];
  const message = `plan is "${name}"; it may be ${choices.join(', ')}`;
  if (!plan) report('not-a-choice', ['spec', 'plan'], message, { choices });
  return plan;
}
