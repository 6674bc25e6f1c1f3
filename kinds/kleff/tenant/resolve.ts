import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { PlanSpec } from '../../../core/settings/plans.ts';
import type { Removal } from '../../../core/settings/removal.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { didYouMean } from '../../../data/nearest.ts';
import type { Labels } from '../../../templates/views.ts';
import { gatewayOf, type TenantGateway } from './gateway.ts';
import { namespaceLabels } from './namespace-labels.ts';

export interface ResolvedKleffTenant {
  readonly name: string;
  readonly ownerNamespace: string;
  readonly userId: string;
  readonly plan: PlanSpec;
  /** Whether Istio injects its sidecar into the tenant's pods. */
  readonly injected: boolean;
  /** Undefined without a mesh. */
  readonly gateway: TenantGateway | undefined;
  /** Undefined without a policy engine. */
  readonly policies: PolicySettings | undefined;
  readonly network: NetworkAccess;
  readonly namespaceLabels: Labels;
  readonly removal: Removal;
}

/** The parameters of the Gatekeeper constraints on the tenant's pods. */
export interface PolicySettings {
  readonly enforcementAction: string;
  readonly repos: readonly string[];
  /** Images of the mesh, which need privilege escalation. */
  readonly exemptImages: readonly string[];
}

/** Traffic that the network policies allow in addition to the tenant's own. */
export interface NetworkAccess {
  readonly internet: boolean;
  readonly monitoringNamespace: string | undefined;
}

export function resolve(
  resource: Resource<'kleff-tenant'>,
  world: World,
  report: Report,
): ResolvedKleffTenant | undefined {
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

/** Rejects other values of the annotation: a typo would delete the namespace. */
function removalOf(
  { body }: Resource<'kleff-tenant'>,
  settings: Settings,
  report: Report,
): ResolvedKleffTenant['removal'] {
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

function policiesOf(plan: PlanSpec, { kleff, mesh, policyEngine }: Settings): PolicySettings | undefined {
  if (policyEngine !== 'gatekeeper') return undefined;
  const { enforcementAction, allowedRepos, sidecar } = kleff;
  const injected = mesh !== 'none';
  const repos = [...allowedRepos, ...(plan.allowedRepos ?? []), ...(injected ? [sidecar.repo] : [])];
  const exemptImages = injected ? [`${sidecar.repo.replace(/\/$/, '')}/proxyv2*`] : [];
  return { enforcementAction, repos: [...new Set(repos)].sort(), exemptImages };
}
