import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import type { SourceFile } from '../../../core/source/source.ts';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { finds, findsOnly } from './finds.ts';
import { cascading, complete, rendered, setOfDirectories } from './mistake.ts';

const found = (filter: object) =>
  finds(...complete(rendered({ source: { directory: { recurse: true, ...filter } } }))).length;

suite('the doctor for Argo CD, for the files of a rendered directory,', (test) => {
  test('accepts filters that leave out no manifest', () => {
    for (const include of ['*', '**', '*.yaml', '{*.yaml,*.yml}', '{*.json,*.yaml}']) assert.is(found({ include }), 0);
    for (const exclude of ['inventory.json', '*.json', '{**/*.md,hydrator.metadata}', ''])
      assert.is(found({ exclude }), 0);
  });

  test('reports filters that can leave out manifests', () => {
    for (const include of ['acme/*', '*.json', '{namespace*.yaml,quota*.yaml}', '*policy.yaml'])
      assert.is(found({ include }), 1, include);
    for (const exclude of ['*', '*networkpolicy*', '{*.json,*.yaml}', '*.{json,yaml}', 'acme', '*.yml'])
      assert.is(found({ exclude }), 1, exclude);
    assert.is(found({ include: '*.json', exclude: '*.yaml' }), 2);
  });

  test('reports a deletion finalizer only if the directory contains several tenants', () => {
    const files = (path: string, ...more: readonly SourceFile[]) => {
      const source = { path, directory: { recurse: true } };
      const text = complete(rendered({ ...cascading, source })).map((one) => stringify(one));
      return [{ path: 'argocd.yaml', text: text.join('---\n') }, ...more];
    };
    const inventory = { path: 'out/eu/inventory.json', text: '{"kind": "List", "items": [], "resources": []}' };
    const count = (input: readonly SourceFile[]) => diagnose(input).findings.length;
    assert.equal(
      ['.', 'clusters/eu/rendered', 'rendered/acme', 'acme'].map((path) => count(files(path))),
      [1, 1, 0, 0],
    );
    assert.equal([count(files('eu')), count(files('eu', inventory))], [0, 1]);
  });

  test('accepts excluded directories that contain no tenant, or that have their own Application', () => {
    const excluding = (path: string) => setOfDirectories({ directories: [{ path: '*' }, { path, exclude: true }] });
    for (const path of ['.github', 'docs/old']) assert.equal(finds(...complete(excluding(path))), []);
    const own = rendered({ metadata: { name: 'acme' }, source: { path: './acme' } });
    assert.equal(finds(...complete(excluding('acme'), own)), []);
    for (const path of ['globex', 'a*', '_platform']) assert.is(finds(...complete(excluding(path), own)).length, 1);
  });

  test('accepts a generator that lists the directories of the source, next to others', () => {
    const [repoURL, clusters] = [
      'https://git.example.com/platform/tenants.git',
      'https://git.example.com/clusters.git',
    ];
    const git = { repoURL: repoURL.toUpperCase(), revision: 'refs/heads/rendered', directories: [{ path: '*' }] };
    const other = { ...git, repoURL: clusters };
    const matrix = (...all: readonly object[]) => [{ matrix: { generators: all.map((one) => ({ git: one })) } }];
    assert.equal(finds(...complete(setOfDirectories({}, { generators: matrix(other, git) }))), []);
    findsOnly(['directories of rendered of https://git.example.com/clusters,'], ...complete(setOfDirectories(other)));
    assert.equal(finds(...complete(setOfDirectories({ repoURL: '{{ .repository }}' }))), []);
  });
});
