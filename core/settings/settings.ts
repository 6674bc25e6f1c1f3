import { memberNamespace } from '../../admission/accounts.ts';
import type { Bodies } from '../../build/contracts.ts';
import type { PrivilegeClass } from '../../kubernetes/privileges/privilege.ts';
import { type ComponentSettings, componentSettings } from './components.ts';
import { type DeploymentSettings, deploymentSettings } from './deployment.ts';
import { type EnforcementSettings, enforcementSettings, type QuotasFor, quotaBackend } from './enforcement.ts';
import { type Granted, type GrantedName, grantedNames, grantsFrom } from './grants.ts';
import { type HibernationSettings, hibernationNamespace, hibernationSettings } from './hibernation.ts';
import { type KleffSettings, kleffSettings } from './kleff.ts';
import { type KrytonSettings, krytonSettings } from './kryton.ts';
import type { TenantLifecycle } from './lifecycle.ts';
import { builtInPlans, type PlanSpec } from './plans.ts';
import type { Removal } from './removal.ts';
import { type ShowbackSettings, showbackSettings } from './showback.ts';
import { type TemplateSettings, templateSettings } from './templates.ts';
import { type TetrapusSettings, tetrapusSettings } from './tetrapus.ts';

type Spec = Bodies['platform']['spec'];

/** The spec of the Platform with all defaults applied, so that kinds do not need to define defaults. */
export interface Settings {
  /** The namespace of resources that set none. Empty if the Platform sets none. */
  readonly defaultNamespace: string;
  /** The default namespace in a repository without a Platform. Empty if there is a Platform. */
  readonly assumedNamespace: string;
  /** False in a repository without a Platform, which might contain no more than a few samples. */
  readonly hasPlatform: boolean;
  /** Whether each tenant's files must be in a directory with the name of the tenant. */
  readonly directoryPerTenant: boolean;
  /** Whether authors of tenant directories are not trusted, so that they need Grants. */
  readonly delegates: boolean;
  /** What Grants allow the authors of a tenant's directory. */
  granted(tenant: string): Granted;
  isReserved(namespace: string): boolean;
  /** Privileges that no object of a tenant can have. */
  readonly forbidden: ReadonlySet<PrivilegeClass>;
  /** Undefined if directories are not delegated or the Platform does not set spec.argocd. */
  readonly deployment: DeploymentSettings | undefined;
  /** Undefined if no admission rules enforce the limits of tenants. */
  readonly enforcement: EnforcementSettings | undefined;
  /** Defined if quotas enforce the lists instead of admission rules. */
  readonly quotasFor: QuotasFor | undefined;
  /** Names that no tenant can own: reserved namespaces and namespaces that tenants share. */
  readonly reservedNames: readonly string[];
  readonly grantedNames: ReadonlyMap<string, GrantedName>;
  readonly flavor: 'kubernetes' | 'openshift';
  readonly kubernetes: string;
  /** If undefined, namespaces of Kleff have the label for injection and room for sidecars, but no objects of the mesh. */
  readonly mesh: 'istio' | 'none' | undefined;
  readonly podSecurity: 'restricted' | 'baseline' | 'privileged';
  /** Whether the Platform sets the level. If so, it also applies to namespaces of the Multi Tenant Operator. */
  readonly setsPodSecurity: boolean;
  /** The namespace of the pods that scrape metrics. */
  readonly monitoringNamespace: string | undefined;
  readonly policyEngine: 'gatekeeper' | 'none';
  /** Whether a namespace gets a share of a quota only if an annotation sets the share. */
  readonly requiresExplicitShares: boolean;
  readonly retainVolumes: boolean;
  /** The lifecycles that resources set, by tenant. */
  readonly lifecycles: ReadonlyMap<string, TenantLifecycle>;
  /** Whether tenant resources are rendered too, for clusters that show their status. */
  readonly appliesResources: boolean;
  readonly namespaces: Removal;
  readonly images: NonNullable<Spec['images']>;
  readonly plans: ReadonlyMap<string, PlanSpec>;
  readonly tetrapus: TetrapusSettings;
  readonly kleff: KleffSettings;
  readonly hibernation: HibernationSettings;
  readonly templates: TemplateSettings;
  readonly kryton: KrytonSettings;
  readonly showback: ShowbackSettings;
  readonly components: ComponentSettings;
}

/** Namespaces of platform components. A Tenant that uses one of these namespaces could delete it [sources: kleff-2]. */
const reserved: ReadonlySet<string> = new Set([
  'default',
  'istio-system',
  'gatekeeper-system',
  'argocd',
  'cert-manager',
  'envoy-gateway-system',
  'ingress-nginx',
  'multi-tenant-operator',
  hibernationNamespace,
  memberNamespace,
]);

/** Samples of Kryton and Tetrapus set no namespace or this one. Without a Platform, they are rendered into it. */
const sampleNamespace = 'tenants';

/** Applies the defaults to the spec of the Platform, which is empty if no file defines one. */
export function settingsFrom(
  platform: Bodies['platform'] | undefined,
  plans: readonly Bodies['plan'][],
  grants: readonly Bodies['grant'][],
  selectorOf?: Granted['selectorOf'],
): Settings {
  const spec: Spec = platform?.spec ?? {};
  const kleff = kleffSettings(spec.kleff ?? {});
  const directories = directorySettings(spec);
  const granted = grantsFrom(grants, selectorOf);
  return {
    defaultNamespace: spec.defaultNamespace ?? '',
    hasPlatform: platform !== undefined,
    assumedNamespace: platform ? '' : sampleNamespace,
    ...directories,
    forbidden: new Set(spec.forbid ?? []),
    deployment: directories.delegates && spec.argocd ? deploymentSettings(spec.argocd) : undefined,
    enforcement: enforcementSettings(spec, directories.delegates ? granted : undefined),
    quotasFor: quotaBackend(spec),
    granted,
    isReserved: reservedBy(spec, kleff),
    reservedNames: [...reservedNamespaces(spec, kleff), 'kube-system', ...sharedNames(spec, grants)],
    grantedNames: grantedNames(grants),
    ...clusterSettings(spec.cluster ?? {}),
    requiresExplicitShares: spec.quotaShares === 'stated',
    lifecycles: new Map(),
    appliesResources: spec.tenantResources === 'applied',
    retainVolumes: (spec.retention?.volumes ?? 'retain') === 'retain',
    namespaces: spec.retention?.namespaces ?? 'confirm',
    images: spec.images ?? {},
    plans: new Map([...builtInPlans, ...plans.map((plan) => [plan.metadata.name, plan.spec] as const)]),
    tetrapus: tetrapusSettings(spec.tetrapus ?? {}),
    kleff,
    hibernation: hibernationSettings(spec),
    templates: templateSettings(spec.templates ?? {}),
    kryton: krytonSettings(spec),
    showback: showbackSettings(spec),
    components: componentSettings(spec),
  };
}

function directorySettings(spec: Spec): Pick<Settings, 'delegates' | 'directoryPerTenant'> {
  const { directoryPerTenant = false, trustTenantDirectories = false } = spec;
  return { directoryPerTenant, delegates: directoryPerTenant && !trustTenantDirectories };
}

/**
 * Also reserves the namespaces that the Platform names, except the default namespace. Network policies allow traffic from those
 * of gateways, ingress controllers and monitoring into every tenant or to the components of the platform.
 */
function reservedBy(spec: Spec, kleff: KleffSettings): (namespace: string) => boolean {
  const all = new Set(reservedNamespaces(spec, kleff));
  const prefixes = spec.cluster?.flavor === 'openshift' ? ['kube-', 'openshift-'] : ['kube-'];
  return (namespace) => all.has(namespace) || prefixes.some((prefix) => namespace.startsWith(prefix));
}

function reservedNamespaces(spec: Spec, kleff: KleffSettings): readonly string[] {
  const argocd = spec.argocd ? deploymentSettings(spec.argocd) : undefined;
  const { gateway, ingressNamespaces = [] } = spec.components ?? {};
  const optional = [
    ...[spec.cluster?.monitoringNamespace, argocd?.namespace, argocd?.accountNamespace],
    ...[gateway?.namespace, spec.console?.argocd?.namespace],
  ];
  const controllers = [...(kleff.ingressControllers ?? []).map(({ namespace }) => namespace), ...ingressNamespaces];
  const own = [...(spec.reservedNamespaces ?? []), kleff.gateway.namespace, ...controllers];
  const external = (spec.hibernation?.externalNamespaces ?? []).map(({ name }) => name);
  if (spec.cluster?.flavor === 'openshift') own.push('openshift');
  return [...reserved, ...own, ...external, ...optional.filter((name) => name !== undefined)];
}

function sharedNames({ defaultNamespace }: Spec, grants: readonly Bodies['grant'][]): readonly string[] {
  const shared = grants.flatMap(({ spec }) => spec.shared ?? []);
  return defaultNamespace === undefined ? shared : [defaultNamespace, ...shared];
}

type ClusterSettings = Pick<
  Settings,
  'flavor' | 'kubernetes' | 'mesh' | 'monitoringNamespace' | 'podSecurity' | 'policyEngine' | 'setsPodSecurity'
>;

function clusterSettings(cluster: NonNullable<Spec['cluster']>): ClusterSettings {
  return {
    flavor: cluster.flavor ?? 'kubernetes',
    kubernetes: cluster.kubernetes ?? '1.30',
    mesh: cluster.mesh,
    monitoringNamespace: cluster.monitoringNamespace,
    podSecurity: cluster.podSecurity ?? 'restricted',
    setsPodSecurity: cluster.podSecurity !== undefined,
    policyEngine: cluster.policyEngine ?? 'none',
  };
}
