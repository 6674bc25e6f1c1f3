import {
  type Accounts,
  accountsOfAllApplications,
  accountsOfNamespace,
  applicationSetAccount,
  clusterAdministrators,
  combined,
  openShiftAccounts,
  platformAccounts,
  serverAccount,
  sidecarAccount,
} from '../../admission/accounts.ts';
import { type LimitName, type Limits, limitAnnotations, limitNames } from '../../admission/limits.ts';
import { cordonLabel, modeLabel } from '../../admission/metadata-keys.ts';
import type { Mode, RuleModes } from '../../admission/policy.ts';
import { type LimitQuota, limitQuotas } from '../../admission/quotas.ts';
import { clusterRules, ruleIds } from '../../admission/rules/index.ts';
import type { Bodies } from '../../build/contracts.ts';
import type { Labels } from '../../templates/views.ts';
import { defaultAnnotations, defaultsVersion } from './defaults.ts';
import { deploymentSettings } from './deployment.ts';
import { grantedHosts } from './granted-hosts.ts';
import type { Granted } from './grants.ts';
import { hibernationAccount, hibernationNamespace } from './hibernation.ts';

type PlatformSpec = Bodies['platform']['spec'];
type Spec = NonNullable<PlatformSpec['enforcement']>;

/** How the API server enforces the limits of tenants. */
export interface EnforcementSettings {
  readonly backend: 'gatekeeper' | 'policies';
  modesOf(rule: string): RuleModes;
  /** The labels of a tenant's namespaces: modes that differ from the Platform's, and whether the tenant is cordoned. */
  labelsFor(tenant: string): Labels;
  /** Whether the API server fills in defaults. */
  readonly hasDefaults: boolean;
  /** The annotations of a tenant's namespaces: its own lists, combined with those of the Platform, and defaults. */
  annotationsFor(tenant: string, own: Limits): Labels;
  /** Accounts that no rule limits. */
  readonly administrators: Accounts;
  /** Accounts that are exempt from some rules only, in addition to administrators. */
  readonly platform: Accounts;
  /** The platform, and the accounts that apply the workloads of delegated tenants. */
  readonly deployers: Accounts;
  /** Administrators, the controllers that the Platform lists, and the accounts of Argo CD and of tenants' workloads. */
  readonly appliers: Accounts;
  /** The platform, and the account that creates Applications from ApplicationSets. */
  readonly 'platform-and-application-sets': Accounts;
  /** The account of Argo CD's API server. */
  readonly server: string;
  /** The platform, and the account of the sidecar. */
  readonly 'platform-and-sidecar': Accounts;
}

/** Undefined unless the Platform enables admission rules. Grants limit hosts only if `granted` is passed. */
export function enforcementSettings(
  { argocd, cluster, enforcement: spec }: PlatformSpec,
  granted?: (tenant: string) => Granted,
): EnforcementSettings | undefined {
  if (!spec || spec.backend === 'none' || spec.backend === 'quotas') return undefined;
  const modeOf = modesIn(spec);
  const isNew = Number(cluster?.kubernetes?.slice(2) ?? 0) >= Number(defaultsVersion.slice(2));
  const hasDefaults = isNew && (spec.defaults ?? []).length > 0;
  const cordoned = new Set(spec.cordoned ?? []);
  return {
    backend: spec.backend ?? 'policies',
    ...accountsFor(argocd, cluster, spec),
    modesOf: (rule) => ruleModes(spec, rule, modeOf),
    labelsFor: (tenant) => ({
      ...(cordoned.has(tenant) ? { [cordonLabel]: 'true' } : {}),
      ...Object.fromEntries(differingModes(tenant, modeOf).map(([rule, mode]) => [modeLabel(rule), mode])),
    }),
    hasDefaults,
    annotationsFor: (tenant, own) => {
      const listed = limitsFor(tenant, spec);
      const limits = withHosts(combinedLimits(own, listed), granted?.(tenant));
      return {
        ...(hasDefaults ? defaultAnnotations(tenant, spec) : {}),
        ...limitAnnotations(listed.serviceTypes ? limits : withoutAliases(limits)),
      };
    },
  };
}

type AccountSettings = Omit<
  EnforcementSettings,
  'annotationsFor' | 'backend' | 'hasDefaults' | 'labelsFor' | 'modesOf'
>;

function accountsFor(
  argocd: PlatformSpec['argocd'],
  { flavor = 'kubernetes' }: PlatformSpec['cluster'] = {},
  { controllers, exempt }: Spec,
): AccountSettings {
  const administrators = combined(clusterAdministrators, accountsIn(exempt));
  const deployment = argocd && deploymentSettings(argocd);
  const argocdNamespace = deployment?.namespace ?? 'argocd';
  const openShift = flavor === 'openshift' ? [openShiftAccounts(argocdNamespace)] : [];
  const own = [platformAccounts(argocdNamespace), ...openShift, hibernation, accountsIn(controllers)];
  const platform = combined(administrators, ...own);
  const deploying = deployment ? [accountsOfNamespace(deployment.accountNamespace)] : [];
  const applying = [accountsOfAllApplications(platform), accountsIn(controllers), ...deploying];
  return {
    administrators,
    platform,
    deployers: combined(platform, ...deploying),
    appliers: combined(administrators, ...applying),
    'platform-and-application-sets': combined(platform, applicationSetAccount(argocdNamespace, flavor)),
    'platform-and-sidecar': combined(platform, sidecarAccount(argocdNamespace)),
    server: serverAccount(argocdNamespace, flavor),
  };
}

/** Adds the granted hosts, unless the tenant's resource or the Platform lists hosts. */
function withHosts(limits: Limits, granted: Granted | undefined): Limits {
  return hasHosts(limits) || !granted ? limits : { ...limits, ...grantedHosts(granted) };
}

/** With limited hosts, only the Platform can allow the type ExternalName, through which an Ingress reaches other Services. */
function withoutAliases(limits: Limits): Limits {
  if (!hasHosts(limits) || !limits.serviceTypes) return limits;
  return { ...limits, serviceTypes: limits.serviceTypes.filter((type) => type !== 'ExternalName') };
}

function hasHosts({ hosts, hostPatterns }: Limits): boolean {
  return hosts !== undefined || hostPatterns !== undefined;
}

/** The quotas of a tenant's namespaces that enforce its lists. */
export type QuotasFor = (tenant: string, own: Limits) => readonly LimitQuota[];

/** Undefined unless the backend of the Platform is `quotas`. */
export function quotaBackend({ enforcement: spec }: PlatformSpec): QuotasFor | undefined {
  if (spec?.backend !== 'quotas') return undefined;
  return (tenant, own) => limitQuotas(combinedLimits(own, limitsFor(tenant, spec)));
}

/** The account of the hibernation jobs, which delete bindings that leasehold renders and scale workloads of cordoned tenants. */
const hibernation: Accounts = {
  users: [`system:serviceaccount:${hibernationNamespace}:${hibernationAccount}`],
  groups: [],
  userPatterns: [],
};

function accountsIn({ users = [], groups = [] }: NonNullable<Spec['exempt']> = {}): Accounts {
  return { users, groups, userPatterns: [] };
}

/** The mode of a rule for a tenant. Without a tenant, the mode for all tenants without a separate entry. */
type ModeOf = (rule: string, tenant?: string) => Mode;

function modesIn({ mode = 'deny', modes = [] }: Spec): ModeOf {
  return (rule, tenant) => {
    const applies = ({ rules, tenants }: (typeof modes)[number]) =>
      (!rules || (rules as readonly string[]).includes(rule)) &&
      (!tenants || (tenant !== undefined && !clusterRules.has(rule) && tenants.includes(tenant)));
    return modes.findLast(applies)?.mode ?? mode;
  };
}

function ruleModes({ modes = [] }: Spec, rule: string, modeOf: ModeOf): RuleModes {
  const standard = modeOf(rule);
  const tenants = new Set(modes.flatMap((entry) => entry.tenants ?? []));
  const others = new Set([...tenants].map((tenant) => modeOf(rule, tenant)).filter((mode) => mode !== standard));
  return { standard, others: [...others].sort() };
}

function differingModes(tenant: string, modeOf: ModeOf): readonly (readonly [string, Mode])[] {
  const modes = ruleIds.map((rule) => [rule, modeOf(rule, tenant)] as const);
  return modes.filter(([rule, mode]) => mode !== modeOf(rule));
}

/** Lists that no Tenant sets. The Platform's list replaces the default of the kind. */
const replaceable: ReadonlySet<LimitName> = new Set(['externalIps', 'hostAccess', 'serviceTypes']);

/** Lists in the Platform that extend those of the tenant. */
const additive: ReadonlySet<LimitName> = new Set(['clusterRoles', 'denyMetadata', 'networks', 'subjects']);

function combinedLimits(own: Limits, platform: Limits): Limits {
  const entries = limitNames.map((name) => {
    const [mine, theirs] = [own[name], platform[name]];
    if (additive.has(name) && mine && theirs) return [name, [...mine, ...theirs]] as const;
    return [name, replaceable.has(name) ? (theirs ?? mine) : (mine ?? theirs)] as const;
  });
  return Object.fromEntries(entries) as Limits;
}

function limitsFor(tenant: string, { limits = [] }: Spec): Limits {
  const own = limits.filter(({ tenants }) => !tenants || tenants.includes(tenant));
  const entries = limitNames.map((name) => {
    const lists = own.flatMap((entry) => {
      const list = (entry as Limits)[name];
      return list ? [list] : [];
    });
    return [name, lists.length === 0 ? undefined : lists.flat()] as const;
  });
  return Object.fromEntries(entries) as Limits;
}
