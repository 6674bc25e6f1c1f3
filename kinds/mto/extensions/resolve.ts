import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { formatPath, type Report } from '../../../core/problem/problem.ts';
import { removalAnnotations } from '../../../core/settings/removal.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { writtenPath } from '../../../core/source/source.ts';
import type { Labels } from '../../../templates/views.ts';
import { type Integration, integrationOf } from '../integration/integration.ts';
import { type GroupKind, warnAboutKinds } from '../integration/kind-lists.ts';
import { tenantNamespaces } from '../tenant/namespaces.ts';
import { type MemberAccount, memberAccount } from './account.ts';
import { deniedKinds } from './denied-kinds.ts';
import { hibernationWindows } from './hibernation-windows.ts';
import { type ProjectRole, projectRoles } from './roles.ts';
import { checkRepos } from './source-repos.ts';
import { checkWindows, type SyncWindow } from './sync-windows.ts';

type Spec = Resource<'mto-extensions'>['body']['spec'];

/** The resolved Extensions. Without a project they configure nothing in Argo CD. */
export interface ResolvedExtensions {
  readonly project: ProjectSettings | undefined;
}

export interface ProjectSettings {
  readonly name: string;
  /** Namespace of Argo CD. */
  readonly namespace: string;
  readonly annotations: Labels;
  readonly sourceRepos: readonly string[];
  /** The tenant's namespaces, without private sandboxes. */
  readonly destinations: readonly string[];
  /** An empty list allows no kinds. */
  readonly clusterResourceWhitelist: readonly GroupKind[];
  readonly namespaceResourceBlacklist: readonly GroupKind[];
  readonly roles: readonly ProjectRole[];
  readonly syncWindows: readonly SyncWindow[];
  /** The account that applies the Applications of the project. */
  readonly account: MemberAccount;
}

export function resolve(
  resource: Resource<'mto-extensions'>,
  world: World,
  report: Report,
): ResolvedExtensions | undefined {
  const { argoCD } = resource.body.spec;
  const tenant = world.target(resource, 'mto-tenant');
  if (argoCD) checkRepos(argoCD.appProject?.sourceRepos, ['spec', 'argoCD', 'appProject'], report);
  if (argoCD?.appProject) {
    warnAboutKinds(argoCD.appProject, ['spec', 'argoCD', 'appProject'], report);
    checkWindows(argoCD.appProject.syncWindows ?? [], ['spec', 'argoCD', 'appProject', 'syncWindows'], report);
  }
  if (!tenant) return undefined;
  if (!argoCD) return { project: undefined };
  const integration = world.derived(integrationOf);
  const roles = projectRoles(tenant, integration, report);
  if (!integration.argocd) return withoutArgoCd(world, report);
  const taken = takenNames(tenant.name);
  if (taken !== undefined) return reportPlatformName(taken, report);
  const windows = argoCD.appProject?.syncWindows ?? [];
  // Argo CD reads live objects with its own account, so members could read a private sandbox of another member.
  const namespaces = world
    .derived(tenantNamespaces)(tenant)
    .filter(({ isPrivate }) => !isPrivate);
  return {
    project: {
      name: tenant.name,
      namespace: integration.argocd.namespace,
      annotations: removalAnnotations(argoCD.onDeletePurgeAppProject ? 'prune' : 'retain'),
      destinations: namespaces.map(({ name }) => name),
      ...listsOf(argoCD, integration, world.settings),
      roles,
      syncWindows: [...windows, ...hibernationWindows(resource.tenant, windows, world)],
      account: memberAccount(tenant.name, namespaces, integration),
    },
  };
}

/** Argo CD's own project, and the AppProjects in plugin/install/access/. */
const platformProjects: readonly string[] = ['default', 'leasehold', 'leasehold-isolation'];

/** The starts of the names of Applications that apply tenants. Members can create Applications that start with their own name. */
const platformApplications: readonly string[] = ['isolation', 'tenant', 'tenants', 'workloads'];

/** The names of the platform that a project of the tenant would take, with a verb. Undefined if there are none. */
function takenNames(tenant: string): string | undefined {
  if (platformProjects.includes(tenant)) return `the AppProject ${tenant} belongs`;
  return platformApplications.includes(tenant) ? `Applications whose names start with ${tenant}- belong` : undefined;
}

function reportPlatformName(taken: string, report: Report): undefined {
  const message = `${taken} to the platform, so a tenant cannot have a project with this name`;
  report('reserved-tenant', ['spec', 'tenantName'], message, { fix: 'rename the Tenant' });
}

/** Like MTO, renders no AppProject until the IntegrationConfig sets the namespace [sources: mto-15]. */
function withoutArgoCd(world: World, report: Report): ResolvedExtensions {
  const [config] = world.all('mto-integration-config');
  const field = ['spec', 'integrations', 'argocd', 'namespace'];
  const written = formatPath(config ? writtenPath(config.origin, field) : field);
  const isOld = !written.includes('integrations');
  const message = 'no IntegrationConfig enables Argo CD and sets its namespace, so no AppProject is rendered';
  report('ignored-field', ['spec', 'argoCD'], message, {
    fix: `set ${written} in the IntegrationConfig${isOld ? '' : ', without enabled: false'}`,
  });
  return { project: undefined };
}

type ProjectLists = Pick<ProjectSettings, 'sourceRepos' | 'clusterResourceWhitelist' | 'namespaceResourceBlacklist'>;

/** A list in the Extensions, even an empty one, replaces the list in the IntegrationConfig [sources: mto-16]. */
function listsOf(
  { appProject = {} }: NonNullable<Spec['argoCD']>,
  integration: Integration,
  settings: Settings,
): ProjectLists {
  const { argocd } = integration;
  const denied = appProject.namespaceResourceBlacklist ?? argocd?.namespaceResourceBlacklist ?? [];
  return {
    sourceRepos: [...new Set(appProject.sourceRepos ?? [])],
    clusterResourceWhitelist: appProject.clusterResourceWhitelist ?? argocd?.clusterResourceWhitelist ?? [],
    namespaceResourceBlacklist: deniedKinds(denied, settings, integration),
  };
}
