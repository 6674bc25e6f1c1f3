import type { LimitQuota } from '../../../admission/quotas.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { defaultIngressControllers, type PodSelection, requiredByIstio } from '../../../core/settings/kleff.ts';
import type { PlanSpec } from '../../../core/settings/plans.ts';
import type { Removal } from '../../../core/settings/removal.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { didYouMean } from '../../../data/nearest.ts';
import type { Labels } from '../../../templates/views.ts';
import type { PodPolicies } from '../../leasehold/gatekeeper/constraints.ts';
import { meshImages } from '../../leasehold/gatekeeper/mesh-images.ts';
import { gatewayOf, type TenantGateway } from './gateway.ts';
import { imagesOf, limitsOf } from './limits.ts';
import { namespaceLabels } from './namespace-labels.ts';
import { withSidecars } from './with-sidecars.ts';

export interface ResolvedKleffTenant {
  readonly name: string;
  readonly ownerNamespace: string;
  readonly userId: string;
  /** Includes resources for sidecars unless the Platform sets cluster.mesh to none. Undefined in a plain namespace. */
  readonly plan: PlanSpec | undefined;
  /** True if the namespace enables the injection of sidecars: always, unless the Platform sets cluster.mesh to none. */
  readonly injected: boolean;
  /** Undefined without Istio or in a plain namespace. */
  readonly gateway: TenantGateway | undefined;
  /** Undefined without a policy engine or in a plain namespace. */
  readonly policies: PodPolicies | undefined;
  readonly network: NetworkAccess;
  readonly namespaceLabels: Labels;
  /** Annotations with what admission rules allow in the namespace. Empty without enforcement. */
  readonly limits: Labels;
  /** Quotas that enforce lists. Empty unless the enforcement backend of the Platform is `quotas`. */
  readonly limitQuotas: readonly LimitQuota[];
  readonly removal: Removal;
}

/** Traffic that the network policies allow in addition to the tenant's own. */
export interface NetworkAccess {
  /** Whether pods can connect to public addresses. */
  readonly internet: boolean;
  /** Whether the cluster's DNS is that of OpenShift. */
  readonly openShift: boolean;
  /** Pods that can connect to the tenant's pods. */
  readonly sources: readonly PodSelection[];
}

export function resolve(
  resource: Resource<'kleff-tenant'>,
  world: World,
  report: Report,
): ResolvedKleffTenant | undefined {
  const { plan: planName, userId } = resource.body.spec;
  const { settings } = world;
  checkNamespace(userId, world, report);
  const gateway = gatewayOf(resource, settings, report);
  const removal = removalOf(resource, settings, report);
  if (world.all('platform').length === 0) warnAboutUnknownMesh(report);
  const plan = planOf(planName, settings, report);
  if (!plan) return undefined;
  return {
    name: resource.name,
    ownerNamespace: resource.namespace,
    userId,
    plan: sizedPlan(plan, settings),
    injected: settings.mesh !== 'none',
    gateway,
    policies: policiesOf(resource, { plan, removal }, settings),
    network: networkAccess(settings, gateway),
    namespaceLabels: namespaceLabels(resource, settings),
    limits: settings.enforcement?.annotationsFor(resource.tenant, limitsOf(resource, plan, settings)) ?? {},
    limitQuotas: settings.quotasFor?.(resource.tenant, limitsOf(resource, plan, settings)) ?? [],
    removal,
  };
}

/** Called only if there is no Platform. Otherwise, the Platform gets the warning, once for all tenants. */
function warnAboutUnknownMesh(report: Report): void {
  const message =
    'no Platform sets cluster.mesh, so the quota includes resources for a sidecar in each pod, even if no sidecars are injected';
  const fix = `add a Platform with cluster.mesh: none, or with cluster.mesh: istio ${requiredByIstio}`;
  report('risky-value', ['spec'], message, { fix });
}

function sizedPlan(plan: PlanSpec, { kleff, mesh }: Settings): PlanSpec | undefined {
  if (kleff.namespace === 'plain') return undefined;
  return mesh === 'none' ? plan : withSidecars(plan, kleff.sidecar);
}

/**
 * If the tenant has a Gateway, the ingress gateway and the ingress controllers of the Platform can reach pods. Otherwise, those
 * controllers or, by default, the ingress gateway and common controllers can. The monitoring namespace always can.
 */
function networkAccess(
  { flavor, kleff, monitoringNamespace }: Settings,
  mesh: TenantGateway | undefined,
): NetworkAccess {
  const { egress, gateway, ingressControllers } = kleff;
  const own = { namespace: gateway.namespace, selector: gateway.selector };
  const controllers = ingressControllers ?? (mesh ? [] : defaultIngressControllers);
  const entries = [...(mesh || !ingressControllers ? [own] : []), ...controllers];
  const monitoring = monitoringNamespace === undefined ? [] : [{ namespace: monitoringNamespace }];
  return { internet: egress === 'internet', openShift: flavor === 'openshift', sources: [...entries, ...monitoring] };
}

function checkNamespace(userId: string, world: World, report: Report): void {
  const isReserved = world.settings.isReserved(userId);
  if (!isReserved && !world.isPlatformNamespace(userId)) return;
  const reason = isReserved ? 'is reserved for the platform' : 'contains objects of the platform';
  const message = `userId is ${userId}, a namespace that ${reason}`;
  report('reserved-namespace', ['spec', 'userId'], message, { fix: 'choose another userId' });
}

export const retainAnnotation = 'kleff.io/retain-namespace';

/**
 * What happens to the namespace when the Tenant is removed. Rejects values of the annotation other than true and false, because a
 * typo could delete the namespace.
 */
function removalOf(
  { body }: Resource<'kleff-tenant'>,
  settings: Settings,
  report: Report,
): ResolvedKleffTenant['removal'] {
  const retain = body.metadata.annotations?.[retainAnnotation];
  if (retain === 'true') return 'retain';
  if (retain !== undefined && retain !== 'false') {
    const message = `${retainAnnotation} is "${retain}"; it must be "true" or "false"`;
    report('not-a-choice', ['metadata', 'annotations', retainAnnotation], message, { choices: ['true', 'false'] });
  }
  return settings.namespaces;
}

function planOf(name: string, settings: Settings, report: Report): PlanSpec | undefined {
  const plan = settings.plans.get(name);
  const choices = [...settings.plans.keys()];
  const message = `plan is "${name}"; it must be one of ${choices.join(', ')}`;
  if (!plan) report('not-a-choice', ['spec', 'plan'], message, { fix: didYouMean(name, choices), choices });
  return plan;
}

function policiesOf(
  { name, body: { spec } }: Resource<'kleff-tenant'>,
  { plan, removal }: { readonly plan: PlanSpec; readonly removal: Removal },
  settings: Settings,
): PodPolicies | undefined {
  const { kleff, policyEngine } = settings;
  if (policyEngine !== 'gatekeeper' || kleff.namespace === 'plain') return undefined;
  return {
    prefix: 'kleff',
    owner: spec.userId,
    labels: { 'kleff.io/tenant': name },
    namespaces: [spec.userId],
    removal,
    enforcementAction: kleff.enforcementAction,
    repos: imagesOf(plan, settings),
    exemptImages: meshImages(settings),
  };
}
