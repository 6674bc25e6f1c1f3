/** A Kubernetes object, with only the fields that the doctor reads. */
export type ArgoCdObject = Readonly<Record<string, unknown>>;

export const syncOptions = ['ServerSideApply=true', 'PruneLast=true', 'FailOnSharedResource=true'];

export interface Parts {
  readonly plugin?: object;
  readonly source?: object;
  readonly policy?: object;
  readonly metadata?: object;
  readonly project?: string;
}

/** A valid Application of leasehold, with the given changes. */
export function application({
  plugin = {},
  source = {},
  policy = {},
  metadata = {},
  project = 'default',
}: Parts = {}): ArgoCdObject {
  return {
    kind: 'Application',
    metadata: { name: 'tenants', namespace: 'argocd', ...metadata },
    spec: {
      project,
      source: {
        targetRevision: 'refs/heads/main',
        path: 'a',
        plugin: { name: 'leasehold-0.1.0', ...plugin },
        ...source,
      },
      syncPolicy: { automated: { prune: true, selfHeal: true }, syncOptions, ...policy },
    },
  };
}

export function config(name: string, data: Readonly<Record<string, string>>): ArgoCdObject {
  return { kind: 'ConfigMap', metadata: { name, namespace: 'argocd' }, data };
}

export const params = { 'reposerver.plugin.tar.exclusions': '.git/*' };

/** A variable that limits responses, in MB. */
export const responses = (value: string) => ({ name: 'ARGOCD_GRPC_MAX_SIZE_MB', value });

/** The application controller or the API server. */
export function repoClient(
  component: 'application-controller' | 'server',
  env: readonly object[] = [],
  args: readonly string[] = [],
): ArgoCdObject {
  const name = `argocd-${component}`;
  const kind = component === 'server' ? 'Deployment' : 'StatefulSet';
  const containers = [{ name, args: [`/usr/local/bin/${name}`, ...args], env }];
  return { kind, metadata: { name, namespace: 'argocd' }, spec: { template: { spec: { containers } } } };
}

export const chunk = { name: 'ARGOCD_CMP_CHUNK_SIZE', value: '65536' };

/** A repo-server with a valid sidecar, with the given changes. */
export function repoServer(sidecar: object, server: object = {}, pod: object = {}): ArgoCdObject {
  const mounts = [
    { name: 'var-files', mountPath: '/var/run/argocd' },
    { name: 'plugins', mountPath: '/home/argocd/cmp-server/plugins' },
    { name: 'cmp-tmp', mountPath: '/tmp' },
  ];
  const own = {
    name: 'leasehold',
    command: ['/var/run/argocd/argocd-cmp-server'],
    securityContext: { runAsUser: 999 },
  };
  const containers = [
    { name: 'argocd-repo-server', env: [chunk], volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }], ...server },
    { ...own, volumeMounts: mounts, ...sidecar },
  ];
  const spec = { template: { spec: { containers, ...pod } } };
  return { kind: 'Deployment', metadata: { name: 'argocd-repo-server' }, spec };
}

export function pluginYaml(spec: object): ArgoCdObject {
  const generate = { command: ['node', 'x.mjs'] };
  return {
    kind: 'ConfigManagementPlugin',
    metadata: { name: 'leasehold' },
    spec: { version: '0.1.0', generate, ...spec },
  };
}
