import type { ArgoCdObject } from './objects.ts';

const server = 'https://kubernetes.default.svc';

/** A policy of a project that lets the role `members` do something with Applications. */
export const policy = (name: string, action: string) =>
  `p, proj:${name}:members, applications, ${action}, ${name}/*, allow`;

/** The role of a project that lets a group do something with Applications. */
export const roleFor = (name: string, ...actions: readonly string[]) => ({
  name: 'members',
  groups: [`${name}-owners`],
  policies: actions.map((action) => policy(name, action)),
});

export const account = (namespace = '*') => ({ server, namespace, defaultServiceAccount: 'leasehold-members:acme' });

/** The project of a tenant, as the Extensions of MTO render it. */
export function tenantProject(spec: object = {}, ...actions: readonly string[]): ArgoCdObject {
  const own = {
    sourceRepos: ['https://git.example.com/acme/*'],
    destinations: ['acme-dev', 'acme-prod'].map((namespace) => ({ server, namespace })),
    destinationServiceAccounts: [account()],
    roles: [roleFor('acme', ...(actions.length === 0 ? ['get', 'create', 'update', 'sync'] : actions))],
  };
  return { kind: 'AppProject', metadata: { name: 'acme', namespace: 'argocd' }, spec: { ...own, ...spec } };
}

/** An Application of a member. */
export function memberApplication(options: string): ArgoCdObject {
  const annotations = { 'argocd.argoproj.io/compare-options': options };
  return {
    kind: 'Application',
    metadata: { name: 'acme-shop', namespace: 'argocd', annotations },
    spec: {
      project: 'acme',
      source: { repoURL: 'https://git.example.com/acme/shop', path: '.' },
      destination: { server },
    },
  };
}

const rule = (verbs: readonly string[], resources = ['*']) => ({ apiGroups: ['*'], resources, verbs });

/** The ClusterRole of Argo CD's server, with its binding. */
export function serverRole(...verbs: readonly string[]): readonly ArgoCdObject[] {
  const roleRef = { kind: 'ClusterRole', name: 'argocd-server' };
  const subjects = [{ kind: 'ServiceAccount', name: 'argocd-server', namespace: 'argocd' }];
  return [
    { kind: 'ClusterRole', metadata: { name: 'argocd-server' }, rules: [rule(['list'], ['events']), rule(verbs)] },
    { kind: 'ClusterRoleBinding', metadata: { name: 'argocd-server' }, roleRef, subjects },
  ];
}

/** A Secret with credentials, as kubectl prints it. */
export function credentials(type: 'repo-creds' | 'repository', values: Readonly<Record<string, string>>): ArgoCdObject {
  const labels = { 'argocd.argoproj.io/secret-type': type };
  const entries = Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  const name = 'git';
  return { kind: 'Secret', metadata: { name, namespace: 'argocd', labels }, data: Object.fromEntries(entries) };
}
