import { complete, type Mistake, plugin, project, rendered } from './mistake.ts';

const lists = (group: string, ...kinds: readonly string[]) => kinds.map((kind) => ({ group, kind }));
const denying = (own: object) =>
  project({ syncWindows: [{ kind: 'deny', duration: '24h', applications: ['*'], ...own }] });

/** Mistakes in a project. */
export const projectMistakes: readonly Mistake[] = [
  {
    mistake: 'The project does not exist',
    severity: 'error',
    finds: ['spec.project', 'the project tenancy is not in the input'],
    objects: complete(plugin({ project: 'tenancy' })),
  },
  {
    mistake: 'The project does not allow the repository',
    severity: 'error',
    finds: ['source.repoURL', 'does not allow the repository'],
    objects: complete(rendered(), project({ sourceRepos: ['https://git.example.com/other/*'] })),
  },
  {
    mistake: 'The project does not allow the cluster',
    severity: 'error',
    finds: ['spec.destination', 'does not allow the cluster'],
    objects: complete(plugin(), project({ destinations: [{ server: 'https://eu.example.com', namespace: '*' }] })),
  },
  {
    mistake: 'The project does not allow the kind Namespace, or allows it only in another API group',
    severity: 'error',
    finds: ['clusterResourceWhitelist', 'the kind Namespace'],
    objects: complete(plugin(), project({ clusterResourceWhitelist: lists('example.com', 'Namespace', '*') })),
  },
  {
    mistake: 'The project allows every cluster-scoped kind, as `default` of Argo CD does',
    severity: 'warning',
    finds: ['clusterResourceWhitelist', 'allows every cluster-scoped kind'],
    objects: complete(rendered(), project({ clusterResourceWhitelist: lists('*', '*') })),
  },
  {
    mistake: 'The project lacks a kind that isolates tenants',
    severity: 'warning',
    finds: ['namespaceResourceWhitelist', 'the kind NetworkPolicy'],
    objects: complete(plugin(), project({ namespaceResourceWhitelist: lists('', 'LimitRange', 'ResourceQuota') })),
  },
  {
    mistake: 'The project denies a kind that isolates tenants',
    severity: 'warning',
    finds: ['namespaceResourceBlacklist', 'the kind ResourceQuota'],
    objects: complete(rendered(), project({ namespaceResourceBlacklist: lists('', 'ResourceQuota') })),
  },
  {
    mistake: 'The project lacks a kind that the Application applies',
    severity: 'error',
    finds: ['namespaceResourceWhitelist', 'the kind Deployment, which an Application applies'],
    objects: complete({
      ...plugin(),
      status: { resources: [{ group: 'apps', kind: 'Deployment', namespace: 'acme' }] },
    }),
  },
  {
    mistake: 'The project allows no namespaced kind',
    severity: 'error',
    finds: ['an empty list allows nothing'],
    objects: complete(plugin(), project({ namespaceResourceWhitelist: [] })),
  },
  {
    mistake: 'Sync windows of the project that block every automated sync',
    severity: 'error',
    finds: ['spec.syncWindows[0]', 'block every automated sync of Application argocd/tenants'],
    objects: complete(plugin(), denying({ schedule: '* * * * *' })),
  },
  {
    mistake: 'Such windows that still allow manual syncs',
    severity: 'warning',
    finds: ['spec.syncWindows[0]', 'block every automated sync of Application argocd/tenants'],
    objects: complete(rendered(), denying({ schedule: '0 0 * * *', manualSync: true })),
  },
  {
    mistake: 'A sync window that Argo CD cannot read',
    severity: 'error',
    finds: ['spec.syncWindows[0].schedule', 'cannot read the schedule "@daily"'],
    objects: complete(plugin(), denying({ schedule: '@daily' })),
  },
];
