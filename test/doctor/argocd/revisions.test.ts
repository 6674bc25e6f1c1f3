import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { finds, findsOnly } from './finds.ts';
import { complete, plugin, project, rendered, setOf, setOfDirectories } from './mistake.ts';

const commit = '2bbb45ab0c08cd15e6ef8e5fc34700ff17902196';

suite('the doctor for Argo CD, for revisions,', (test) => {
  test('accepts the full name of a branch and a commit, and names that only the ApplicationSet knows', () => {
    for (const targetRevision of ['refs/heads/rendered', 'refs/heads/env/{{ .env }}', commit, commit.toUpperCase()])
      for (const one of [plugin, rendered]) assert.equal(finds(...complete(one({ source: { targetRevision } }))), []);
    assert.equal(finds(...complete(setOf({}, { source: { targetRevision: '{{ .branch }}' } }))), []);
  });

  test('rejects every name that a tag can have, because whoever can push tags decides what Argo CD applies', () => {
    const short = [
      'rendered',
      'heads/rendered',
      'HEAD',
      '2bbb45a',
      'v1.0.0',
      '1.*',
      'refs/tags/v1.0.0',
      'env/{{ .env }}',
    ];
    for (const targetRevision of short)
      for (const one of [plugin, rendered])
        findsOnly(['error', `${targetRevision} is not the full`], ...complete(one({ source: { targetRevision } })));
    for (const none of [undefined, ''])
      findsOnly(
        ['HEAD is not the full name'],
        ...complete(rendered({ source: { path: 'rendered', targetRevision: none } })),
      );
  });

  test('reads the revisions of list generators, nested generators and templates of generators', () => {
    const elements = ['refs/heads/a', 'b'].map((branch) => ({ branch, shard: '1/1' }));
    const source = { source: { targetRevision: '{{ .branch }}' }, plugin: { parameters: [] } };
    findsOnly(
      ['template.spec.source.targetRevision', 'b is not the full name'],
      ...complete(setOf({ generators: [{ list: { elements: elements.slice(1) } }] }, source)),
    );
    const git = {
      repoURL: 'https://git.example.com/platform/tenants.git',
      revision: 'rendered',
      directories: [{ path: '*' }],
    };
    findsOnly(
      ['spec.generators[0].matrix.generators[1].git.revision', 'rendered is not the full name'],
      ...complete(setOfDirectories({}, { generators: [{ matrix: { generators: [{ clusters: {} }, { git }] } }] })),
    );
    const template = { spec: { source: { targetRevision: 'rendered' } } };
    findsOnly(
      ['spec.generators[0].git.template.spec.source.targetRevision', 'rendered is not the full name'],
      ...complete(setOfDirectories({ template })),
    );
  });

  test('ignores versions of charts and of OCI images', () => {
    const chart = { repoURL: 'https://charts.example.com', chart: 'extra', targetRevision: '1.0.0' };
    const oci = 'oci://registry.example.com/rendered';
    const image = rendered({ source: { repoURL: oci, targetRevision: '1.0.0' } });
    assert.equal(finds(...complete(image, project({ sourceRepos: [oci] }))), []);
    const patch = `spec: {source: ${JSON.stringify(chart)}}`;
    assert.equal(finds(...complete(setOf({ templatePatch: patch }))), []);
  });
});
