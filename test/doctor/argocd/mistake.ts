import {
  type ArgoCdObject,
  application,
  config,
  type Parts,
  params,
  pluginYaml,
  repoServer,
  syncOptions,
} from './objects.ts';

/** A mistake in the configuration of an Argo CD instance, an example of it, and the finding of the doctor. */
export interface Mistake {
  readonly mistake: string;
  readonly severity: 'error' | 'warning';
  /** Texts that the finding contains: the object, the field and the message. */
  readonly finds: readonly string[];
  readonly objects: readonly ArgoCdObject[];
}

const repoURL = 'https://git.example.com/platform/tenants.git';
const server = 'https://kubernetes.default.svc';
const finalizers = ['resources-finalizer.argocd.argoproj.io'];

/** An Application that uses the plugin, with a repository and a destination. */
export function plugin(parts: Parts = {}, spec: object = {}): ArgoCdObject {
  const own = application({ project: 'leasehold', ...parts, source: { repoURL, path: '.', ...parts.source } });
  return { ...own, spec: { ...(own['spec'] as object), destination: { server }, ...spec } };
}

/** An Application that uses the plugin with these parameters. */
export function withParameters(parameters: Readonly<Record<string, string>>, name = 'tenants'): ArgoCdObject {
  const list = Object.entries(parameters).map(([key, string]) => ({ name: key, string }));
  return plugin({ plugin: { parameters: list }, metadata: { name } });
}

export const shards = (...list: readonly string[]) =>
  list.map((shard) => withParameters({ shard }, `tenants-${shard.replace('/', '-of-')}`));

/** An Application for the branch to which the Action renders. */
export function rendered(parts: Parts = {}): ArgoCdObject {
  const spec = plugin({
    ...parts,
    source: { targetRevision: 'refs/heads/rendered', directory: { recurse: true }, ...parts.source },
  });
  const { source } = spec['spec'] as { readonly source: { readonly plugin?: object } };
  const { plugin: _, ...directory } = source;
  return { ...spec, spec: { ...(spec['spec'] as object), source: directory } };
}

export const options = (...without: readonly string[]) => ({
  policy: { syncOptions: syncOptions.filter((one) => !without.includes(one)) },
});
export const withOption = (option: string) => ({ policy: { syncOptions: [...syncOptions, option] } });
export const cascading = { metadata: { name: 'tenants', finalizers } };

/** An ApplicationSet whose list generator creates an Application for each element. */
export function setOf(parts: object = {}, template: Parts = {}): ArgoCdObject {
  const elements = ['1/2', '2/2'].map((shard) => ({ shard }));
  const own = plugin({ plugin: { parameters: [{ name: 'shard', string: '{{ .shard }}' }] }, ...template });
  const spec = {
    goTemplate: true,
    goTemplateOptions: ['missingkey=error'],
    generators: [{ list: { elements } }],
    syncPolicy: { preserveResourcesOnDeletion: true },
    template: { metadata: { name: 'tenants-{{ .shard }}' }, spec: own['spec'] },
    ...parts,
  };
  return { kind: 'ApplicationSet', metadata: { name: 'tenants', namespace: 'argocd' }, spec };
}

/** An ApplicationSet that creates an Application for each directory of a render. */
export function setOfDirectories(generator: object = {}, parts: object = {}): ArgoCdObject {
  const source = { repoURL, path: '{{ .path.path }}' };
  const git = { repoURL, revision: 'refs/heads/rendered', directories: [{ path: '*' }], ...generator };
  const template = { metadata: { name: 'tenant-{{ .path.basename }}' }, spec: rendered({ source })['spec'] };
  return setOf({ generators: [{ git }], syncPolicy: {}, template, ...parts });
}

const allowed = (group: string, ...kinds: readonly string[]) => kinds.map((kind) => ({ group, kind }));

export function project(spec: object = {}): ArgoCdObject {
  const lists = {
    sourceRepos: [repoURL],
    destinations: [{ server, namespace: '*' }],
    clusterResourceWhitelist: allowed('', 'Namespace'),
    namespaceResourceWhitelist: [
      ...allowed('', 'LimitRange', 'ResourceQuota'),
      ...allowed('networking.k8s.io', 'NetworkPolicy'),
    ],
  };
  return { kind: 'AppProject', metadata: { name: 'leasehold', namespace: 'argocd' }, spec: { ...lists, ...spec } };
}

export const settings = (data: Readonly<Record<string, string>> = {}) => config('argocd-cm', data);
export const installed = (sidecar: object = {}, main: object = {}, pod: object = {}) =>
  repoServer({ image: 'registry.example.com/leasehold-cmp:0.1.0', ...sidecar }, main, pod);

/** A complete configuration: these objects, and valid defaults for the others. */
export function complete(...objects: readonly ArgoCdObject[]): readonly ArgoCdObject[] {
  const parts = [project(), installed(), settings(), config('argocd-cmd-params-cm', params), pluginYaml({})];
  const nameOf = (one: ArgoCdObject) => `${one['kind']} ${(one['metadata'] as { readonly name: string }).name}`;
  const stated = new Set(objects.map(nameOf));
  return [...objects, ...parts.filter((part) => !stated.has(nameOf(part)))];
}
