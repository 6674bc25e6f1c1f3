import type { Bodies } from '../../../build/contracts.ts';
import type { Status } from '../../../core/kind/status.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Removal } from '../../../core/settings/removal.ts';
import type { Tree } from '../../../data/tree.ts';
import type { PodPolicies } from '../../leasehold/gatekeeper/constraints.ts';
import { integrationOf, type Metadata, roles } from '../integration/integration.ts';
import type { QuotaSplit } from '../quota/split.ts';
import { subjectsOf } from './bindings.ts';
import { checkAccess } from './check-access.ts';
import { checkLabels } from './check-labels.ts';
import { checkMetadata } from './check-metadata.ts';
import { checkNamespaces } from './check-namespaces.ts';
import { checkShares } from './check-shares.ts';
import { memberRules } from './classes.ts';
import { checkHosts } from './hosts.ts';
import type { TenantResource } from './members.ts';
import { canonicalAmounts } from './namespace-objects.ts';
import { tenantNamespaces } from './namespaces.ts';
import { podPolicies } from './pod-policies.ts';
import { quotaOf } from './quota-of.ts';
import { type ResolvedNamespace, removalOf, resolveNamespaces } from './resolve-namespaces.ts';
import { type RoleGroup, roleGroups } from './role-groups.ts';
import { quotaSplits } from './shares.ts';
import { warnAboutUnenforced } from './unenforced.ts';
import { checkVaultAccess, type TenantVault, vaultOf } from './vault.ts';
import { checkVaultRoot } from './vault-root.ts';

export interface ResolvedMtoTenant {
  readonly name: string;
  /** Namespaces without a separate file. */
  readonly namespaces: readonly ResolvedNamespace[];
  /** Everyone with a role. */
  readonly members: readonly Tree[];
  readonly memberRules: readonly Tree[];
  /** Groups of OpenShift, by role. None on other clusters. */
  readonly groups: readonly RoleGroup[];
  readonly groupMetadata: Metadata;
  /** The quota for all namespaces together, if the cluster can enforce it. */
  readonly clusterQuota: Tree | undefined;
  /** What happens to the namespaces when the tenant is removed from Git. */
  readonly removal: Removal;
  /** Undefined without a policy engine or without namespaces. */
  readonly policies: PodPolicies | undefined;
  readonly vault: TenantVault | undefined;
  readonly quota: NonNullable<Status['quota']> | undefined;
}

export function resolve(tenant: TenantResource, world: World, report: Report): ResolvedMtoTenant | undefined {
  checkNamespaces(tenant, world, report);
  checkMetadata(tenant, world, report);
  checkAccess(tenant, world, report);
  checkLabels(tenant, report);
  checkHosts(tenant, world, report);
  checkVaultRoot(tenant, world, report);
  warnAboutUnenforced(tenant, world, report);
  const quota = quotaOf(tenant, world);
  if (!quota) return undefined;
  const openShift = world.settings.flavor === 'openshift';
  const split = openShift ? undefined : world.derived(quotaSplits)(tenant);
  if (!openShift) checkShares(tenant, world, report);
  const namespaces = world.derived(tenantNamespaces)(tenant);
  const vault = vaultOf(tenant.name, namespaces, world);
  if (vault) checkVaultAccess(tenant, vault, world, report);
  return {
    name: tenant.name,
    namespaces: resolveNamespaces(
      tenant,
      world,
      namespaces.filter(({ origin }) => origin !== 'labeled'),
    ),
    members: membersOf(tenant),
    memberRules: memberRules(tenant),
    groups: openShift ? roleGroups(tenant, world) : [],
    groupMetadata: world.derived(integrationOf).metadata.groups,
    clusterQuota: openShift ? clusterQuota(quota.spec) : undefined,
    removal: removalOf(tenant, world),
    policies: podPolicies(tenant, world),
    vault,
    quota: quotaStatus(quota.name, quota.spec, split),
  };
}

function membersOf(tenant: TenantResource): readonly Tree[] {
  const all = roles.flatMap((role) => subjectsOf(tenant, role));
  return [...new Map(all.map((subject) => [`${subject['kind']} ${subject['name']}`, subject])).values()];
}

type QuotaSpec = Bodies['mto-quota']['spec'];

/** The undivided total: OpenShift adds up the usage of all namespaces [sources: mto-10]. */
function clusterQuota({ resourcequota }: QuotaSpec): Tree | undefined {
  if (!resourcequota?.hard) return undefined;
  return { ...(resourcequota as Tree), hard: canonicalAmounts(resourcequota.hard) };
}

function quotaStatus(
  name: string,
  { resourcequota }: QuotaSpec,
  split: QuotaSplit | undefined,
): ResolvedMtoTenant['quota'] {
  const total = canonicalAmounts(resourcequota?.hard ?? {}) as Readonly<Record<string, string>>;
  if (Object.keys(total).length === 0) return undefined;
  return { name, total, shares: Object.fromEntries(split?.shares ?? []) };
}
