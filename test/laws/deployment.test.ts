import * as assert from 'uvu/assert';
import { deploymentPartOf } from '../../core/deployment/part.ts';
import { isError } from '../../core/problem/problem.ts';
import { listAt, mappingAt, type Tree, valueAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { type Manifest, render, type SourceFile } from '../../leasehold.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { suite } from '../harness.ts';
import { acme, file, grant, kleff, platform, shared } from './grant-attacks.ts';

const repository = 'https://git.example.com/tenants.git';
const limited = file(
  'platform/platform.yaml',
  platform.text.replace('spec: {', `spec: {argocd: {repository: "${repository}"}, `),
);
const platformFiles = [limited, ...shared.slice(1)];
const evil = kleff('evil', 'free', 'evil');

function objectsOf(tenant: string, ...files: readonly SourceFile[]): readonly Manifest[] {
  const { problems, objects } = render([...platformFiles, acme, ...files], { tenant });
  assert.equal(problems.filter(isError), []);
  return objects;
}

function find(objects: readonly Manifest[], id: string): Tree {
  const found = objects.find((one) => formatId(one.id) === id);
  assert.ok(found, `${id} is missing among ${objects.map((one) => formatId(one.id)).join(', ')}`);
  const reading = readYaml(found?.text ?? '');
  return mappingAt(reading.ok ? reading.bodies : [], 0);
}

suite('law: Argo CD and the API server limit each tenant that has a directory', (test) => {
  test('with a project for exactly its namespaces and kinds, and an account that the project names', () => {
    const objects = objectsOf('acme');
    const { spec } = find(objects, 'AppProject.argoproj.io argocd/acme-deploy');
    const server = 'https://kubernetes.default.svc';
    assert.equal(spec, {
      destinationServiceAccounts: [{ defaultServiceAccount: 'leasehold-deploy:acme-deploy', namespace: '*', server }],
      destinations: ['acme', 'acme-dev', 'acme-test', 'tenants'].map((namespace) => ({ namespace, server })),
      namespaceResourceWhitelist: [
        { group: 'apps', kind: 'Deployment' },
        { group: '', kind: 'PersistentVolumeClaim' },
        { group: '', kind: 'Secret' },
        { group: '', kind: 'Service' },
      ],
      roles: [],
      sourceRepos: [repository],
    });
    find(objects, 'ServiceAccount leasehold-deploy/acme-deploy');
  });

  test('with a role that names the objects of the tenant in a shared namespace', () => {
    const role = find(objectsOf('acme'), 'Role.rbac.authorization.k8s.io tenants/acme-deploy');
    const names = listAt(role, 'rules').flatMap((rule) => listAt(rule, 'resourceNames'));
    assert.equal(names, ['org-acme', 'org-acme-data', 'org-acme-bootstrap', 'org-acme']);
    assert.is(listAt(role, 'rules').length, 4);
  });

  test('and the account does not apply the objects that limit the tenant', () => {
    const parts = (part: string) =>
      new Set(
        objectsOf('acme')
          .filter((one) => deploymentPartOf(one) === part)
          .map(({ id }) => id.kind),
      );
    assert.equal([...parts('workloads')].sort(), ['Deployment', 'PersistentVolumeClaim', 'Secret', 'Service']);
    for (const kind of ['Namespace', 'ResourceQuota', 'NetworkPolicy', 'Role', 'RoleBinding', 'AppProject'])
      assert.ok(parts('isolation').has(kind), kind);
  });

  test('regardless of what other tenants render', () => {
    const text = (objects: readonly Manifest[]) => objects.map((one) => one.text).join('---\n');
    assert.is(text(objectsOf('acme', evil)), text(objectsOf('acme')));
  });

  test('and a project for a namespace that a Grant names, without cluster-scoped kinds', () => {
    const more = grant('evil', { tenants: ['evil'], namespaces: ['billing'] }, 'platform/tenants/evil.yaml');
    const objects = objectsOf('evil', evil, more);
    const project = find(objects, 'AppProject.argoproj.io argocd/evil-deploy');
    const namespaces = listAt(project, 'spec', 'destinations').map((one) => valueAt(one, 'namespace'));
    assert.equal(namespaces, ['billing', 'evil']);
    assert.is(valueAt(project, 'spec', 'clusterResourceWhitelist'), undefined);
  });

  test('and a cluster-scoped object is an error, unless spec.argocd.kinds contains its kind', () => {
    const kind = 'ClusterRole.rbac.authorization.k8s.io';
    const template = file(
      'platform/template.yaml',
      `apiVersion: tenantoperator.stakater.com/v1alpha1\nkind: Template\nmetadata: {name: role}\nresources:\n  manifests:\n    - {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: evil-x}, rules: []}\n`,
    );
    const instance = file(
      'platform/tenants/evil.yaml',
      `${evil.text}---\napiVersion: tenantoperator.stakater.com/v1alpha1\nkind: TemplateInstance\nmetadata: {name: role, namespace: evil}\nspec: {template: role}\n`,
    );
    const errorsOf = (platform: SourceFile) =>
      render([platform, ...shared.slice(1), template, instance], { tenant: 'evil' })
        .problems.filter(isError)
        .map(({ message }) => message);
    assert.equal(errorsOf(limited), [
      `${kind} evil-x is cluster-scoped, so the account of tenant evil cannot apply it`,
    ]);
    const allowing = { ...limited, text: limited.text.replace('argocd: {', `argocd: {kinds: [${kind}], `) };
    assert.equal(errorsOf(allowing), []);
  });

  test('but not without spec.argocd in the Platform', () => {
    const { objects } = render([...shared, acme]);
    assert.equal(
      objects.filter(({ id }) => id.kind === 'AppProject' || id.name.endsWith('-deploy')),
      [],
    );
  });
});
