import { listLiteral, literal } from './cel.ts';
import type { Requester } from './request.ts';
import { accountPrefix, matchesUser, type UserPattern } from './user-patterns.ts';

/** Accounts whose requests a rule does not check. */
export interface Accounts {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly userPatterns: readonly UserPattern[];
  /**
   * Accounts of Argo CD that also apply objects from repositories of tenants. In namespaces of tenants, they are exempt
   * only for objects of the Application that applies the namespace itself.
   */
  readonly appliers?: readonly string[];
}

export function includes({ users, groups, userPatterns }: Accounts, { username, groups: own }: Requester): boolean {
  return (
    users.includes(username) ||
    own.some((group) => groups.includes(group)) ||
    userPatterns.some((pattern) => matchesUser(pattern, username))
  );
}

/** A CEL expression that is true for requests of all other accounts. */
export function celOfOthers({ users, groups, userPatterns }: Accounts): string {
  const user = 'request.userInfo.username';
  return [
    `!(${user} in ${listLiteral(users)})`,
    `!request.userInfo.groups.exists(g, g in ${listLiteral(groups)})`,
    ...userPatterns.map(({ source, matchesAccounts }) => {
      const differs = `!${user}.matches(${literal(source)})`;
      return matchesAccounts ? differs : `(${user}.startsWith(${literal(accountPrefix)}) || ${differs})`;
    }),
  ].join(' && ');
}

/** Cluster administrators, including those of OpenShift. */
export const clusterAdministrators: Accounts = {
  users: ['kube:admin'],
  groups: ['system:cluster-admins', 'system:masters'],
  userPatterns: [],
};

/** Controllers and nodes of the cluster, all ServiceAccounts of kube-system, and the application controller of Argo CD. */
export function platformAccounts(argocdNamespace: string): Accounts {
  return {
    users: ['system:apiserver', 'system:kube-controller-manager', 'system:kube-scheduler'],
    groups: ['system:nodes', 'system:serviceaccounts:kube-system'],
    userPatterns: [],
    appliers: [`system:serviceaccount:${argocdNamespace}:argocd-application-controller`],
  };
}

/**
 * Controllers of OpenShift: they write ranges of user IDs into each namespace, and upgrades create namespaces
 * [sources: openshift-1]. The account of OpenShift GitOps has the name of its default instance of Argo CD.
 */
export function openShiftAccounts(argocdNamespace: string): Accounts {
  return {
    users: [],
    groups: ['system:serviceaccounts:openshift-cluster-version', 'system:serviceaccounts:openshift-infra'],
    userPatterns: [],
    appliers: [`system:serviceaccount:${argocdNamespace}:openshift-gitops-argocd-application-controller`],
  };
}

/** The account of Argo CD's controller for ApplicationSets. */
export function applicationSetAccount(argocdNamespace: string, flavor: Flavor): Accounts {
  const name =
    flavor === 'openshift' ? 'openshift-gitops-applicationset-controller' : 'argocd-applicationset-controller';
  return { users: [`system:serviceaccount:${argocdNamespace}:${name}`], groups: [], userPatterns: [] };
}

type Flavor = 'kubernetes' | 'openshift';

/** The name of the account of Argo CD's API server. On OpenShift, that of the default instance of OpenShift GitOps. */
export function serverName(flavor: Flavor): string {
  return flavor === 'openshift' ? 'openshift-gitops-argocd-server' : 'argocd-server';
}

/** The account of Argo CD's API server. */
export function serverAccount(argocdNamespace: string, flavor: Flavor): string {
  return `system:serviceaccount:${argocdNamespace}:${serverName(flavor)}`;
}

/** The namespace of the accounts that apply the Applications of members. The name of an account is that of its AppProject. */
export const memberNamespace = 'leasehold-members';

export const memberAccountPrefix = `system:serviceaccount:${memberNamespace}:`;

/** The account of the sidecar that retains volumes. */
export function sidecarAccount(namespace: string): Accounts {
  return { users: [`system:serviceaccount:${namespace}:leasehold-sidecar`], groups: [], userPatterns: [] };
}

export function combined(...all: readonly Accounts[]): Accounts {
  return {
    users: [...new Set(all.flatMap(({ users }) => users))].sort(),
    groups: [...new Set(all.flatMap(({ groups }) => groups))].sort(),
    userPatterns: all.flatMap(({ userPatterns }) => userPatterns),
    appliers: all.flatMap(({ appliers = [] }) => appliers),
  };
}

/** The accounts of Argo CD, for the objects of every Application. */
export function accountsOfAllApplications({ appliers = [] }: Accounts): Accounts {
  return { users: appliers, groups: [], userPatterns: [] };
}

/** Every service account of a namespace. */
export function accountsOfNamespace(namespace: string): Accounts {
  return { users: [], groups: [`system:serviceaccounts:${namespace}`], userPatterns: [] };
}
