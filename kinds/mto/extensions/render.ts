import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import { mtoTenantLabel } from '../integration/keys.ts';
import type { GroupKind } from '../integration/kind-lists.ts';
import type { ProjectSettings, ResolvedExtensions } from './resolve.ts';

/** An AppProject in the namespace of Argo CD, or nothing [sources: mto-15]. */
export function render({ project }: ResolvedExtensions): readonly Emit[] {
  return project ? [appProject(project)] : [];
}

const inCluster = 'https://kubernetes.default.svc';

function appProject(project: ProjectSettings): Emit {
  const { name, namespace, annotations, sourceRepos, roles, syncWindows } = project;
  return emit('app-project', {
    name,
    namespace,
    labels: { [mtoTenantLabel]: name },
    annotations,
    clusterResourceWhitelist: project.clusterResourceWhitelist.map(groupKind),
    destinations: project.destinations.map((own) => ({ namespace: own, server: inCluster })),
    destinationServiceAccounts: [],
    namespaceResourceBlacklist: project.namespaceResourceBlacklist.map(groupKind),
    namespaceResourceWhitelist: [],
    roles: roles.map(({ name, groups, policies }) => ({ name, groups, policies })),
    sourceRepos,
    syncWindows: syncWindows.map((window) => ({ ...window })),
  });
}

function groupKind({ group, kind }: GroupKind): Tree {
  return { group, kind };
}
