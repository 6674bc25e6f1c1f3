import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { finds, findsOnly } from './finds.ts';
import { rendered, setOf } from './mistake.ts';
import { type ArgoCdObject, application, config, params } from './objects.ts';

suite('the doctor for ApplicationSets', (test) => {
  test('finds an ApplicationSet whose Applications delete many tenants with them', () => {
    const set = (syncPolicy: object, plugin: object = {}): ArgoCdObject => {
      const { metadata, spec } = application({ plugin });
      const generators = [{ list: { elements: [{ name: 'a' }] } }];
      const own = { goTemplate: true, goTemplateOptions: ['missingkey=error'], generators, syncPolicy };
      return { kind: 'ApplicationSet', metadata: { name: 'shards' }, spec: { ...own, template: { metadata, spec } } };
    };
    findsOnly(['warning ApplicationSet shards spec.syncPolicy', 'its tenants are deleted'], set({}));
    assert.equal(finds(set({ preserveResourcesOnDeletion: true })), []);
    assert.equal(finds(set({}, { parameters: [{ name: 'tenant', string: 'a' }] })), []);
  });

  test('accepts an Application for each directory of a render, but not for each render', () => {
    const set = (path: string) => {
      const [repoURL, revision] = ['https://git.example.com/tenants.git', 'refs/heads/rendered'];
      const { spec } = rendered({ source: { path: '{{ .path.path }}', directory: { recurse: true }, repoURL } });
      const generators = [{ git: { repoURL, revision, directories: [{ path }] } }];
      const own = { goTemplate: true, goTemplateOptions: ['missingkey=error'], generators };
      return { kind: 'ApplicationSet', metadata: { name: 'each' }, spec: { ...own, template: { spec } } };
    };
    assert.equal([...finds(set('*')), ...finds(set('rendered/*'))], []);
    findsOnly(['spec.syncPolicy', 'its tenants are deleted'], set('clusters/*'));
  });

  test('ignores other plugins and unrelated ApplicationSets', () => {
    const other = { kind: 'ConfigManagementPlugin', metadata: { name: 'other' }, spec: { discover: {} } };
    const generators = [{ git: { files: [{ path: 'clusters/*.json' }] } }];
    const set = { kind: 'ApplicationSet', metadata: { name: 'theirs' }, spec: { generators, template: {} } };
    assert.equal(finds(other, set), []);
  });

  test('finds globs that match too many files and names from the wrong part of a path', () => {
    const { spec } = application({ plugin: { parameters: [{ name: 'tenant', string: 'a' }] } });
    const revision = 'refs/heads/main';
    const set = (files: readonly object[], metadata: object = {}): ArgoCdObject =>
      setWith([{ list: {} }, { git: { revision, files } }], metadata);
    const setWith = (generators: readonly object[], metadata: object = {}): ArgoCdObject => ({
      kind: 'ApplicationSet',
      metadata: { name: 'each' },
      spec: { goTemplate: true, goTemplateOptions: ['missingkey=error'], generators, template: { metadata, spec } },
    });
    const files = [{ path: 'tenants/*.yaml' }];
    findsOnly(['spec.generators[1].git.files', 'tenants/*.yaml also matches', 'archive/old.yaml'], set(files));
    findsOnly(
      ['spec.generators[0].matrix.generators[1].git.files', 'also matches'],
      setWith([{ matrix: { generators: [{ clusters: {} }, { git: { revision, files } }] } }]),
    );
    const exact = config('argocd-cmd-params-cm', {
      ...params,
      'applicationsetcontroller.enable.new.git.file.globbing': 'true',
    });
    assert.equal(finds(set(files), exact), []);
    assert.equal(finds(set([...files, { path: 'tenants/*/*.yaml', exclude: true }])), []);
    const deep = [{ path: 'tenants/**/t-*.yaml' }];
    findsOnly(['also matches'], set(deep));
    assert.equal(finds(set([...deep, { path: 'tenants/**/t-*/*.yaml', exclude: true }])), []);
    findsOnly(['name of the directory'], set(files, { name: '{{ .path.basename }}' }), exact);
    assert.equal(finds(set([{ path: 'tenants/*/tenant.yaml' }], { name: '{{ .path.basename }}' }), exact), []);
    findsOnly(['goTemplateOptions'], {
      ...set([{ path: 'a.yaml' }]),
      spec: {
        generators: [{ git: { revision, files: [{ path: 'a.yaml' }] } }],
        template: { metadata: { name: '{{ name }}' }, spec },
      },
    });
  });

  const template = (spec: object) => ({ elements: [{ name: 'a' }], template: { metadata: {}, spec } });
  const setWithMetadata = (own: object): ArgoCdObject => {
    const { spec, ...set } = setOf() as { readonly spec: { readonly template: { readonly metadata: object } } };
    return {
      ...set,
      spec: { ...spec, template: { ...spec.template, metadata: { ...spec.template.metadata, ...own } } },
    };
  };
  const inMatrix = (own: object) => [{ matrix: { generators: [{ clusters: {} }, { list: own }] } }];

  test('finds what a nested template or a patch in YAML hides', () => {
    const ignoreDifferences = [{ group: 'networking.k8s.io', kind: 'NetworkPolicy', jsonPointers: ['/spec'] }];
    const hidden = 'does not revert changes to NetworkPolicy objects';
    findsOnly(
      ['spec.generators[0].matrix.generators[1].list.template.spec.ignoreDifferences[0]', hidden],
      setOf({ generators: inMatrix(template({ ignoreDifferences })) }),
    );
    findsOnly(
      ['spec.templatePatch.spec.ignoreDifferences[0]', hidden],
      setOf({ templatePatch: JSON.stringify({ spec: { ignoreDifferences } }) }),
    );
  });

  test('finds settings in a template or patch with which Argo CD does not sync', () => {
    const annotations = { 'argocd.argoproj.io/skip-reconcile': 'true' };
    const own = { elements: [{ name: 'a' }], template: { metadata: { annotations }, spec: {} } };
    findsOnly(['error', 'list.template', 'sets skip-reconcile'], setOf({ generators: inMatrix(own) }));
    const enabled = template({ syncPolicy: { automated: { enabled: false } } });
    findsOnly(['warning', 'list.template', 'sets enabled: false'], setOf({ generators: inMatrix(enabled) }));
    findsOnly(['template.spec.syncPolicy.automated'], setOf({}, { policy: { automated: null } }));
    findsOnly(['template.metadata.annotations'], setWithMetadata({ annotations }));
  });

  test('accepts automated sync by a patch', () => {
    const templatePatch = 'spec: {syncPolicy: {automated: {selfHeal: true, prune: true}}}';
    for (const automated of [null, { prune: true }])
      assert.equal(finds(setOf({ templatePatch }, { policy: { automated } })), []);
  });

  test('accepts a harmless template and a patch that is not YAML', () => {
    const harmless = template({ source: { targetRevision: 'refs/heads/next' }, syncPolicy: { automated: {} } });
    assert.equal(finds(setOf({ generators: inMatrix(harmless) })), []);
    const patch = '{{- if eq .name "a" }}\nspec: {project: other}\n{{- end }}\n';
    assert.equal(finds(setOf({ templatePatch: patch })), []);
  });
});
