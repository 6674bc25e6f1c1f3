import { accountBinding, accountObject, destinationServiceAccounts } from '../../../core/deployment/account.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import type { Labels } from '../../../templates/views.ts';
import { mtoTenantLabel } from '../integration/keys.ts';
import type { GroupKind } from '../integration/kind-lists.ts';
import type { ProjectSettings, ResolvedExtensions } from './resolve.ts';

/**
 * An AppProject in the namespace of Argo CD, and the account that applies its Applications, or nothing
 * [sources: mto-15, argocd-28].
 */
export function render({ project }: ResolvedExtensions): readonly Emit[] {
  return project ? [appProject(project), ...accountObjects(project)] : [];
}

const inCluster = 'https://kubernetes.default.svc';

function appProject(project: ProjectSettings): Emit {
  const { name, namespace, annotations, sourceRepos, roles, syncWindows } = project;
  return emit('app-project', {
    name,
    namespace,
    labels: labelsOf(project),
    annotations,
    clusterResourceWhitelist: project.clusterResourceWhitelist.map(groupKind),
    destinations: project.destinations.map((own) => ({ namespace: own, server: inCluster })),
    destinationServiceAccounts: destinationServiceAccounts(project.account, inCluster),
    namespaceResourceBlacklist: project.namespaceResourceBlacklist.map(groupKind),
    namespaceResourceWhitelist: [],
    roles: roles.map(({ name, groups, policies }) => ({ name, groups, policies })),
    sourceRepos,
    syncWindows: syncWindows.map((window) => ({ ...window })),
  });
}

function labelsOf({ name }: ProjectSettings): Labels {
  return { [mtoTenantLabel]: name };
}

function accountObjects(project: ProjectSettings): readonly Emit[] {
  const { account } = project;
  const labels = labelsOf(project);
  return [
    accountObject(account, labels),
    ...account.roles.map(({ namespace, clusterRole: name }) => {
      const meta = { name: `mto-project-${name}`, namespace, labels, annotations: {} };
      return accountBinding(account, { kind: 'ClusterRole', name }, meta);
    }),
  ];
}

function groupKind({ group, kind }: GroupKind): Tree {
  return { group, kind };
}
