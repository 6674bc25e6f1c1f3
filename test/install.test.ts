import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { install, installableSystems } from '../cli/install/install.ts';
import type { Rendered } from './case-files.ts';
import { suite } from './harness.ts';

const all = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
const tetrapus = [
  {
    apiGroups: ['tetrapus.io'],
    resources: ['orgs', 'orgs/status', 'tenantplanes', 'tenantplanes/status', 'keymaterials', 'keymaterials/status'],
    verbs: all,
  },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: all },
  { apiGroups: [''], resources: ['services', 'secrets', 'persistentvolumeclaims'], verbs: all },
  { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: ['get', 'list', 'watch'] },
];

suite('the manifests to install before you use a system', (test) => {
  test('for Tetrapus, contain three definitions and a role with exactly the rules of the operator', () => {
    const objects = read(install('tetrapus', 'operator'));
    assert.equal(objects.map(nameOf), [
      'CustomResourceDefinition orgs.tetrapus.io',
      'CustomResourceDefinition tenantplanes.tetrapus.io',
      'CustomResourceDefinition keymaterials.tetrapus.io',
      'ClusterRole tetrapus-operator',
    ]);
    assert.equal(objects[3]?.['rules'], tetrapus);
  });

  test('allow Argo CD to apply objects that the operator does not create', () => {
    const objects = read(install('tetrapus', 'argocd'));
    assert.equal(objects.slice(0, 4), read(install('tetrapus', 'operator')));
    assert.equal(objects.slice(4).map(nameOf), ['ClusterRole tetrapus-apply']);
    assert.equal(objects[4]?.['rules'], [
      ...tetrapus,
      { apiGroups: [''], resources: ['configmaps'], verbs: all },
      { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs: all },
    ]);
  });

  test('contain several documents for every system and target', () => {
    assert.ok(installableSystems.includes('tetrapus'));
    for (const system of installableSystems)
      for (const target of ['operator', 'argocd'] as const) assert.ok(read(install(system, target)).length > 1);
  });
});

function read(text: string): readonly Rendered[] {
  return [...parseAllDocuments(text)].map((document) => document.toJS() as Rendered);
}

function nameOf({ kind, metadata }: Rendered): string {
  return `${kind} ${metadata.name}`;
}
