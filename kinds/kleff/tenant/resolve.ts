import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { PlanSpec } from '../../../core/settings/plans.ts';
import type { Removal } from '../../../core/settings/removal.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { didYouMean } from '../../../data/nearest.ts';
import type { Labels } from '../../../templates/views.ts';
import { type Gateway, gatewayOf } from './gateway.ts';
import { namespaceLabels } from './namespace-labels.ts';

export interface ResolvedTenant {
  readonly name: string;
  readonly ownerNamespace: string;
  readonly userId: string;
  readonly plan: PlanSpec;
  /** Whether Istio may put its sidecar into the tenant's pods. */
  readonly injected: boolean;
  /** Undefined when no mesh objects are wanted. */
  readonly gateway: Gateway | undefined;
  /** Undefined when no constraints are wanted. */
  readonly policies: Policies | undefined;
  readonly network: Network;
  readonly namespaceLabels: Labels;
  readonly removal: Removal;
}

/** What Gatekeeper holds the tenant's pods to. */
export interface Policies {
  readonly enforcementAction: string;
  readonly repos: readonly string[];
  /** Images that may escalate privileges, since the mesh brings them. */
  readonly exemptImages: readonly string[];
}

/** Ways through the walls around the namespace. */
export interface Network {
  readonly internet: boolean;
  readonly monitoringNamespace: string | undefined;
}

export function resolve(resource: Resource<'kleff-tenant'>, world: World, report: Report): ResolvedTenant | undefined {
  const { plan: planName, userId } = resource.body.spec;
  const { settings } = world;
  checkNamespace(userId, settings, report);
  const gateway = gatewayOf(resource, settings, report);
  const removal = removalOf(resource, settings, report);
  const plan = planOf(planName, settings, report);
  if (!plan) return undefined;
  return {
    name: resource.name,
    ownerNamespace: resource.namespace,
    userId,
    plan,
    injected: settings.mesh !== 'none',
    gateway,
    policies: policiesOf(plan, settings),
    network: { internet: settings.kleff.egress === 'internet', monitoringNamespace: settings.monitoringNamespace },
    namespaceLabels: namespaceLabels(resource, settings),
    removal,
  };
}

function checkNamespace(userId: string, settings: Settings, report: Report): void {
  if (!settings.isReserved(userId)) return;
  const message = `userId ${userId} is a namespace reserved for the platform`;
  report('reserved-namespace', ['spec', 'userId'], message, { fix: 'choose another userId' });
}

const retainAnnotation = 'kleff.io/retain-namespace';

/** An annotation that is misspelt would lose the namespace that it was to keep. */
function removalOf({ body }: Resource<'kleff-tenant'>, settings: Settings, report: Report): ResolvedTenant['removal'] {
  const retain = body.metadata.annotations?.[retainAnnotation];
  if (retain === 'true') return 'retain';
  if (retain !== undefined && retain !== 'false') {
    const message = `${retainAnnotation} is "${retain}"; it may be "true", "false"`;
    report('not-a-choice', ['metadata', 'annotations', retainAnnotation], message, { choices: ['true', 'false'] });
  }
  return settings.namespaces;
}

function planOf(name: string, settings: Settings, report: Report): PlanSpec | undefined {
  const plan = settings.plans.get(name);
  const choices = [...settings.plans.keys()];
  const message = `plan is "${name}"; it may be ${choices.join(', ')}`;
  if (!plan) report('not-a-choice', ['spec', 'plan'], message, { fix: didYouMean(name, choices), choices });
  return plan;
}

function policiesOf(plan: PlanSpec, { kleff, mesh, policyEngine }: Settings): Policies | undefined {
  if (policyEngine !== 'gatekeeper') return undefined;
  const { enforcementAction, allowedRepos, sidecar } = kleff;
  const injected = mesh !== 'none';
  const repos = [...allowedRepos, ...(plan.allowedRepos ?? []), ...(injected ? [sidecar.repo] : [])];
  const exemptImages = injected ? [`${sidecar.repo.replace(/\/$/, '')}/proxyv2*`] : [];
  return { enforcementAction, repos: [...new Set(repos)].sort(), exemptImages };
}
