import { credentials, memberApplication, roleFor, serverRole, tenantProject } from './member-objects.ts';
import { complete, type Mistake, plugin, project, rendered, settings, withParameters } from './mistake.ts';
import { type ArgoCdObject, config, params, repoClient } from './objects.ts';

const enabled = { 'application.sync.impersonation.enabled': 'true' };
const optional = { ...enabled, 'application.sync.impersonation.enforced': 'false' };
const impersonating = settings(enabled);
const of = (...objects: readonly ArgoCdObject[]) => complete(withParameters({ tenant: 'acme' }), ...objects);
const delegating = { kind: 'Platform', metadata: { name: 'platform' }, spec: { directoryPerTenant: true } };

/** Mistakes by which members of tenants get the permissions of Argo CD or of the platform. */
export const memberMistakes: readonly Mistake[] = [
  {
    mistake: 'Members write Applications, and impersonation is off',
    severity: 'error',
    finds: ['argocd-cm', 'sync.impersonation.enabled', 'members of AppProject argocd/acme with its own account'],
    objects: of(tenantProject(), settings()),
  },
  {
    mistake: 'Members write Applications for a namespace without an account',
    severity: 'error',
    finds: ['AppProject argocd/acme', 'destinationServiceAccounts', 'to acme-dev and 1 more with its own account'],
    objects: of(tenantProject({ destinationServiceAccounts: [] }), settings(optional)),
  },
  {
    mistake: 'Such a namespace, if Argo CD requires an account',
    severity: 'warning',
    finds: ['destinationServiceAccounts', 'syncs no Application of members'],
    objects: of(tenantProject({ destinationServiceAccounts: [] }), impersonating),
  },
  {
    mistake: 'Members write Applications, which Argo CD compares by server-side diff',
    severity: 'error',
    finds: ['argocd-cmd-params-cm', 'controller.diff.server.side', 'including Secrets'],
    objects: of(
      tenantProject(),
      impersonating,
      config('argocd-cmd-params-cm', { ...params, 'controller.diff.server.side': 'true' }),
    ),
  },
  {
    mistake: 'The same, by an argument or a variable of the application controller',
    severity: 'error',
    finds: ['StatefulSet argocd/argocd-application-controller', '--server-side-diff-enabled', 'including Secrets'],
    objects: of(
      tenantProject(),
      impersonating,
      repoClient('application-controller', [], ['--server-side-diff-enabled']),
    ),
  },
  {
    mistake: 'An Application with `ServerSideDiff=true` in a project of members',
    severity: 'error',
    finds: ['Application argocd/acme-shop', 'compare-options', 'including Secrets'],
    objects: of(tenantProject(), impersonating, memberApplication('IncludeMutationWebhook=true, ServerSideDiff=true')),
  },
  {
    mistake: 'Members write Applications, and one Application with `FailOnSharedResource=true` applies several tenants',
    severity: 'warning',
    finds: ['Application argocd/tenants', 'syncOptions[2]', 'members of AppProject argocd/acme can stop every sync'],
    objects: complete(plugin(), tenantProject(), impersonating),
  },
  {
    mistake: 'One Application applies several tenants of a Platform with `directoryPerTenant`',
    severity: 'warning',
    finds: [
      'Application argocd/tenants',
      'spec.source',
      'a member of one tenant can stop every sync of all its tenants',
    ],
    objects: complete(plugin(), delegating),
  },
  {
    mistake: 'One Application applies all rendered directories of a Platform with `directoryPerTenant`',
    severity: 'warning',
    finds: [
      'Application argocd/tenants',
      'spec.source',
      'a member of one tenant can stop every sync of all its tenants',
    ],
    objects: complete(rendered(), delegating),
  },
  {
    mistake: "Members read Applications, and Argo CD's server can patch every object",
    severity: 'error',
    finds: ['ClusterRole argocd-server', 'rules[1].verbs', 'with a dry run'],
    objects: of(tenantProject({}, 'get'), impersonating, ...serverRole('delete', 'get', 'patch')),
  },
  {
    mistake: 'Members read Applications, and credentials are for more repositories than their project',
    severity: 'error',
    finds: ['Secret argocd/git', 'data.url', 'start with https://git.example.com'],
    objects: of(
      tenantProject({}, 'get'),
      impersonating,
      credentials('repo-creds', { url: 'https://git.example.com', password: 'x' }),
    ),
  },
  {
    mistake: 'Members read Applications, and the credentials of their repository name no project',
    severity: 'warning',
    finds: ['Secret argocd/git', 'data.project', 'AppProject argocd/acme'],
    objects: of(
      tenantProject(),
      impersonating,
      credentials('repository', { url: 'https://git.example.com/acme/shop.git', password: 'x' }),
    ),
  },
  {
    mistake: 'A project that applies tenants allows Applications in other namespaces',
    severity: 'error',
    finds: ['AppProject argocd/leasehold', 'spec.sourceNamespaces[1]', 'in the namespace team-*'],
    objects: of(
      project({ sourceNamespaces: ['argocd', 'team-*'] }),
      config('argocd-cmd-params-cm', { ...params, 'application.namespaces': 'team-*' }),
    ),
  },
  {
    mistake: 'Such a project, while Argo CD reads no other namespaces',
    severity: 'warning',
    finds: ['spec.sourceNamespaces[0]', 'in the namespace acme'],
    objects: of(project({ sourceNamespaces: ['acme'] })),
  },
  {
    mistake: 'A role of a project that applies tenants can change Applications',
    severity: 'warning',
    finds: ['AppProject argocd/leasehold', 'spec.roles[0].policies', 'the role members lets its members do more'],
    objects: of(project({ roles: [roleFor('leasehold', 'get', 'sync')] })),
  },
  {
    mistake: '`policy.default` lets every user change Applications that apply tenants',
    severity: 'error',
    finds: ['argocd-rbac-cm', 'policy.default', 'because policy.default is role:admin'],
    objects: of(config('argocd-rbac-cm', { 'policy.default': 'role:admin' })),
  },
];
