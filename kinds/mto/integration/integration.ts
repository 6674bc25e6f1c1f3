import type { Accounts } from '../../../admission/accounts.ts';
import type { Principals } from '../../../admission/rules/access.ts';
import { patternOfAccounts, patternOfUsers } from '../../../admission/user-patterns.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { podSecurityLabels } from '../../../core/settings/pod-security.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { type LabelSelector, selects } from '../../../kubernetes/label-selector.ts';
import { compileRe2 } from '../../../kubernetes/re2.ts';
import type { Labels } from '../../../templates/views.ts';

export type Role = 'owner' | 'editor' | 'viewer';
export const roles: readonly Role[] = ['owner', 'editor', 'viewer'];

type Spec = NonNullable<Resource<'mto-integration-config'>['body']['spec']>;
type Integrations = NonNullable<Spec['integrations']>;

export interface Metadata {
  readonly labels?: Labels;
  readonly annotations?: Labels;
}

/**
 * The IntegrationConfig with all defaults. Without one, the operator's default behavior [sources: mto-1, mto-2, mto-12].
 */
export interface Integration {
  /** Namespace of the IntegrationConfig, which is also the operator's. */
  readonly namespace: string;
  clusterRoles(role: Role, labels: Labels): readonly string[];
  isPrivileged(namespace: string): boolean;
  /** The regular expressions of privileged namespaces, without invalid ones. */
  readonly privilegedNamespaces: readonly string[];
  readonly adminGroups: readonly string[];
  readonly metadata: {
    /** Metadata of the Platform for the namespaces of every tenant. */
    readonly platform: Metadata;
    readonly namespaces: Metadata;
    readonly sandboxes: Metadata;
    readonly groups: Metadata;
  };
  /** Undefined if Argo CD is disabled or has no namespace. */
  readonly argocd: ArgoCd | undefined;
  /** Undefined unless Vault is enabled, and has an address and a role. */
  readonly vault: Vault | undefined;
  /** Whether network policies deny traffic from other tenants. */
  readonly isolated: boolean;
  /** Whether tenants can use host ports and node ports. */
  readonly network: { readonly hostPorts: boolean; readonly nodePorts: boolean };
  /** Accounts that are exempt from rules, like the administrators in the Platform. */
  readonly privileged: Accounts;
  /** Users and groups without access to the namespaces of tenants. */
  readonly barred: Principals;
}

export type ArgoCd = NonNullable<Integrations['argocd']> & { readonly namespace: string };

export interface Vault {
  readonly address: string;
  readonly roleName: string;
  /** The path that every tenant can read. */
  readonly common: string;
  /** The path of the single sign-on method. Undefined if members do not log in with it. */
  readonly signOn: string | undefined;
}

/** The first IntegrationConfig. More than one is an error. Pass this function to World.derived. */
export function integrationOf(world: World): Integration {
  const config = world.all('mto-integration-config')[0];
  const spec: Spec = config?.body.spec ?? {};
  const privileged = spec.accessControl?.privileged ?? {};
  const { namespaces = {}, sandboxes = {}, groups = {} } = spec.metadata ?? {};
  return {
    namespace: config?.namespace ?? 'multi-tenant-operator',
    clusterRoles: clusterRolesBy(spec),
    isPrivileged: matchesAny(privileged.namespaces ?? []),
    privilegedNamespaces: (privileged.namespaces ?? []).filter((source) => 're2' in compileRe2(source)),
    adminGroups: privileged.groups ?? [],
    metadata: { platform: platformMetadata(world.settings), namespaces, sandboxes, groups },
    argocd: argoCdSettings(spec.integrations?.argocd),
    vault: vaultSettings(spec.integrations?.vault),
    isolated: spec.tenantPolicies?.network?.disableIntraTenantNetworking ?? false,
    ...admissionSettings(spec),
  };
}

function admissionSettings({
  accessControl,
  tenantPolicies,
}: Spec): Pick<Integration, 'barred' | 'network' | 'privileged'> {
  const { disableHostPorts = false, disableNodePortServices = false } = tenantPolicies?.network ?? {};
  const { groups = [], serviceAccounts = [], users = [] } = accessControl?.privileged ?? {};
  const barred = accessControl?.namespaceAccessPolicy?.deny?.privilegedNamespaces ?? {};
  return {
    barred: { users: barred.users ?? [], groups: barred.groups ?? [] },
    network: { hostPorts: !disableHostPorts, nodePorts: !disableNodePortServices },
    privileged: {
      users: [],
      groups,
      userPatterns: [...users.flatMap(patternOfUsers), ...serviceAccounts.flatMap(patternOfAccounts)],
    },
  };
}

/** The Pod Security labels. None if the Platform sets no level, so that namespaces stay as the operator creates them. */
function platformMetadata(settings: Settings): Metadata {
  return settings.setsPodSecurity ? { labels: podSecurityLabels(settings) } : {};
}

function vaultSettings(vault: Integrations['vault']): Vault | undefined {
  const access = vault?.enabled ? vault.accessInfo : undefined;
  const common = vault?.config?.commonSecretsPath ?? 'managed-addons';
  if (access?.address === undefined || access.roleName === undefined) return undefined;
  const signOn = access.accessorPath?.replace(/\/+$/, '');
  return { address: access.address, roleName: access.roleName, common, signOn };
}

function argoCdSettings(argocd: Integrations['argocd']): ArgoCd | undefined {
  const { namespace, enabled = true } = argocd ?? {};
  return namespace === undefined || !enabled ? undefined : { ...argocd, namespace };
}

const defaultClusterRoles: Readonly<Record<Role, readonly string[]>> = {
  owner: ['admin'],
  editor: ['edit'],
  viewer: ['view'],
};

/**
 * The ClusterRoles of all custom entries that select the namespace, or the role's default. A role that is missing in
 * `default` has none: the default of the whole field applies only when the field is absent [sources: mto-2].
 */
function clusterRolesBy(spec: Spec): Integration['clusterRoles'] {
  const { default: defaults, custom = [] } = spec.accessControl?.rbac?.tenantRoles ?? {};
  return (role, labels) => {
    const selected = custom
      .filter(({ labelSelector }) => selects(labelSelector as LabelSelector, labels))
      .flatMap((entry) => entry[role]?.clusterRoles ?? []);
    return selected.length > 0
      ? [...new Set(selected)].sort()
      : [...new Set(defaults ? defaults[role]?.clusterRoles : defaultClusterRoles[role])].sort();
  };
}

/** An invalid expression is reported elsewhere and matches nothing here. */
function matchesAny(patterns: readonly string[]): (text: string) => boolean {
  const read = patterns.map(compileRe2);
  return (text) => read.some((pattern) => 're2' in pattern && pattern.re2.test(text));
}
