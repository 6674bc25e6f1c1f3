import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { complete, plugin, setOf } from './mistake.ts';
import type { ArgoCdObject } from './objects.ts';

/**
 * Content of public repositories for Argo CD: the example applications and ApplicationSets of Argo CD, apps of apps, and
 * branches of rendered manifests. None of it uses leasehold, so the doctor must report no mistake.
 */
const apiVersion = 'argoproj.io/v1alpha1';
const destination = { server: 'https://kubernetes.default.svc', namespace: 'shop' };
const repoURL = 'https://git.example.com/shop/deploy.git';

function app(name: string, source: object, spec: object = {}): ArgoCdObject {
  const metadata = { name, namespace: 'argocd', finalizers: ['resources-finalizer.argocd.argoproj.io'] };
  return {
    apiVersion,
    kind: 'Application',
    metadata,
    spec: { project: 'default', source: { repoURL, targetRevision: 'HEAD', ...source }, destination, ...spec },
  };
}

function set(name: string, generators: readonly object[], spec: object = {}): ArgoCdObject {
  const source = { repoURL, targetRevision: 'HEAD', path: '{{path}}' };
  const template = {
    metadata: { name: `{{path.basename}}-${name}` },
    spec: { project: 'default', source, destination },
  };
  return { apiVersion, kind: 'ApplicationSet', metadata: { name }, spec: { generators, template, ...spec } };
}

const directories = { git: { repoURL, revision: 'HEAD', directories: [{ path: 'addons/*' }] } };
const clusters = { clusters: { selector: { matchLabels: { env: 'dev' } } } };
const list = { list: { elements: [{ cluster: 'dev', url: 'https://1.2.3.4' }] } };

const foreign: readonly ArgoCdObject[] = [
  app('guestbook', { path: 'guestbook' }),
  app('helm', { path: 'helm-guestbook', helm: { valueFiles: ['values-production.yaml'] } }),
  app('kustomize', { path: 'kustomize-guestbook', kustomize: { namePrefix: 'staging-' } }),
  app('jsonnet', { path: 'jsonnet-guestbook', directory: { jsonnet: { tlas: [{ name: 'a', value: 'b' }] } } }),
  app('other-plugin', { path: '.', plugin: { name: 'kustomized-helm-v1.0' } }),
  app('root', { path: 'apps', directory: { recurse: true } }, { syncPolicy: { automated: { allowEmpty: true } } }),
  app('rendered-shop', { path: 'shop', targetRevision: 'env/prod' }, { syncPolicy: { syncOptions: ['Replace=true'] } }),
  app('rendered', { path: 'rendered/shop', targetRevision: 'main' }),
  set('directories', [directories]),
  set('clusters', [clusters], { strategy: { type: 'RollingSync' } }),
  set('list', [list], { goTemplate: true, templatePatch: 'spec: {syncPolicy: {automated: {prune: true}}}' }),
  set('matrix', [{ matrix: { generators: [directories, clusters] } }]),
  set('merge', [{ merge: { mergeKeys: ['server'], generators: [clusters, list] } }]),
  set('pulls', [{ pullRequest: { github: { owner: 'shop', repo: 'web' }, requeueAfterSeconds: 60 } }]),
  { apiVersion, kind: 'AppProject', metadata: { name: 'shop' }, spec: { sourceRepos: ['*'], destinations: [] } },
  {
    kind: 'ConfigMap',
    metadata: { name: 'argocd-cm', namespace: 'argocd-two' },
    data: { 'application.resourceTrackingMethod': 'label', 'resource.exclusions': '- {kinds: ["*"]}\n' },
  },
];

/**
 * Settings of public Applications and ApplicationSets, in Applications of leasehold. None of them harms tenants. The cases
 * come from the examples and the reference manifests of Argo CD.
 */
const harmless: Readonly<Record<string, ArgoCdObject>> = {
  'an ApplicationSet that only creates Applications': setOf({ syncPolicy: { applicationsSync: 'create-only' } }),
  'an ApplicationSet that never deletes Applications': setOf({ syncPolicy: { applicationsSync: 'create-update' } }),
  'differences of one workload that a controller manages': plugin(
    {},
    { ignoreDifferences: [{ group: '*', kind: '*', name: 'web', namespace: 'shop', managedFieldsManagers: ['hpa'] }] },
  ),
  'differences of replicas and of the data of a ConfigMap': plugin(
    {},
    {
      ignoreDifferences: [
        { group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] },
        { kind: 'ConfigMap', jqPathExpressions: ['.data["config.yaml"]'] },
      ],
    },
  ),
  'retries, a history limit, info, and automated.enabled': plugin(
    {
      policy: {
        automated: { enabled: true, prune: true, selfHeal: true },
        retry: { limit: 5, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } },
      },
    },
    { revisionHistoryLimit: 10, info: [{ name: 'url', value: 'https://example.com' }] },
  ),
  'one source in the list of sources': severalSources({ path: '.', plugin: { name: 'leasehold-0.1.0' } }),
};

function severalSources(...sources: readonly object[]): ArgoCdObject {
  const own = plugin();
  const { source, ...spec } = own['spec'] as { readonly source: object };
  return { ...own, spec: { ...spec, sources: sources.map((one) => ({ ...source, ...one })) } };
}

suite('leasehold doctor argocd with settings of public repositories', (test) => {
  for (const [name, object] of Object.entries(harmless))
    test(`reports no mistake for ${name}`, () => {
      const text = complete(object)
        .map((one) => stringify(one))
        .join('---\n');
      assert.equal(diagnose([{ path: 'argocd.yaml', text }]).findings, []);
    });

  test('reads the list of sources next to a single source, as Argo CD does', () => {
    const [one] = [severalSources({ path: '.', plugin: { name: 'leasehold-0.1.0' } }, { path: 'other' })];
    const spec = { ...(one?.['spec'] as object), source: { repoURL, path: 'guestbook' } };
    const text = complete({ ...one, spec } as ArgoCdObject)
      .map((object) => stringify(object))
      .join('---\n');
    const messages = diagnose([{ path: 'argocd.yaml', text }]).findings.map(({ message }) => message);
    assert.ok(messages.length > 0, 'the second source is not found');
  });
});

suite('leasehold doctor argocd with the content of public repositories', (test) => {
  const own = {
    path: 'tenancy.yaml',
    text: complete(plugin())
      .map((object) => stringify(object))
      .join('---\n'),
  };

  for (const object of foreign) {
    const { name } = object['metadata'] as { readonly name: string };
    test(`reports no mistake in ${object['kind']} ${name}, even next to Applications of leasehold`, () => {
      const file = { path: 'public.yaml', text: stringify(object) };
      const alone = diagnose([file]);
      assert.equal(alone.findings, []);
      assert.ok(alone.examined.length + alone.unexamined.length === 1, JSON.stringify(alone));
      assert.equal(diagnose([own, file]).findings, []);
    });
  }

  test('reports no mistake in all of it, and lists chart templates as not examined', () => {
    const chart = {
      path: 'chart/templates/app.yaml',
      text: '{{- range .Values.apps }}\nkind: Application\n{{- end }}\n',
    };
    const text = foreign.map((object) => stringify(object)).join('---\n');
    const { findings, unexamined } = diagnose([own, { path: 'public.yaml', text }, chart]);
    assert.equal(findings, []);
    assert.ok(unexamined.some(({ what }) => what === chart.path));
  });
});
