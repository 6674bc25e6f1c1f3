import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import type { Tree } from '../../data/tree.ts';
import type { MetaView } from '../../templates/views.ts';
import { type Emit, emit } from '../print/shape.ts';
import type { DeploymentSettings } from '../settings/deployment.ts';
import { type Account, accountBinding, accountObject, destinationServiceAccounts } from './account.ts';
import { resourceOf } from './workload-kinds.ts';

/** What the account of a tenant applies. */
export interface TenantDeployment {
  readonly tenant: string;
  /** Namespaces that belong to the tenant alone, sorted. */
  readonly own: readonly string[];
  /** Kinds of the workloads that the account can apply, as `Kind.group`, sorted. */
  readonly kinds: readonly string[];
}

/** The AppProject, the ServiceAccount that it names, and the roles and role bindings of that account [sources: argocd-28]. */
export function accountObjects(
  deployment: TenantDeployment,
  namespaces: readonly string[],
  settings: DeploymentSettings,
): readonly Emit[] {
  const name = `${deployment.tenant}-deploy`;
  const account = { name, namespace: settings.accountNamespace };
  const rules = rulesFor(deployment.kinds);
  return [
    project(deployment, namespaces, account, settings),
    accountObject(account),
    ...(rules.length === 0 ? [] : deployment.own.flatMap((namespace) => roleIn(namespace, rules, account))),
  ];
}

function metaOf(name: string, namespace: string): MetaView {
  return { name, namespace, labels: {}, annotations: {} };
}

/**
 * Allows no cluster-scoped objects. The shape omits empty lists, and without a list of namespaced kinds, Argo CD allows every
 * namespaced kind. If the tenant has no workloads, the list therefore contains ConfigMap.
 */
function project(
  { tenant, kinds }: TenantDeployment,
  namespaces: readonly string[],
  account: Account,
  { namespace, repository, server }: DeploymentSettings,
): Emit {
  return emit('app-project', {
    ...metaOf(`${tenant}-deploy`, namespace),
    clusterResourceWhitelist: [],
    destinations: namespaces.map((own) => ({ namespace: own, server })),
    destinationServiceAccounts: destinationServiceAccounts(account, server),
    namespaceResourceBlacklist: [],
    namespaceResourceWhitelist: (kinds.length === 0 ? ['ConfigMap'] : kinds).map(groupAndKind),
    roles: [],
    sourceRepos: [repository],
    syncWindows: [],
  });
}

function groupAndKind(name: string): Tree {
  const [kind, ...group] = name.split('.');
  return { group: group.join('.'), kind };
}

const verbs = ['create', 'delete', 'get', 'patch', 'update'];

function rulesFor(kinds: readonly string[]): readonly Tree[] {
  const byGroup = groupBy(kinds, (kind) => kind.split('.').slice(1).join('.'));
  return [...byGroup]
    .sort(([a], [b]) => compare(a, b))
    .map(([group, own]) => ({ apiGroups: [group], resources: own.map(resourceOf), verbs }));
}

function roleIn(namespace: string, rules: readonly Tree[], account: Account): readonly Emit[] {
  const meta = metaOf(account.name, namespace);
  return [emit('role', { ...meta, rules }), accountBinding(account, { kind: 'Role', name: account.name }, meta)];
}
