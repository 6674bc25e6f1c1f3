import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { listAt, mappingAt, type Tree, valueAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { type Manifest, type Rendering, render, type SourceFile } from '../../leasehold.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { suite } from '../harness.ts';
import { acme, file, grant, kleff, platform, shared } from './grant-attacks.ts';

const repository = 'https://git.example.com/tenants.git';
const limited = file(
  'platform/platform.yaml',
  platform.text.replace('spec: {', `spec: {argocd: {repository: "${repository}"}, `),
);
const store = file(
  'platform/store.yaml',
  `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: store}
resources:
  manifests:
    - {apiVersion: v1, kind: Secret, metadata: {name: token}}
    - {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}
`,
);
const supervisors = grant('supervisors', { tenants: ['*'], kinds: ['ResourceSupervisor.hibernation.stakater.com'] });
const platformFiles = [limited, ...shared.slice(1), store, supervisors];
/** In addition to the Org in the namespace `tenants`: workloads in acme-dev, and jobs in the namespace for hibernation. */
const more = file(
  'tenants/acme/more.yaml',
  `apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: {name: store, namespace: acme-dev}
spec: {template: store}
---
apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: {name: nights, namespace: acme-dev}
spec: {schedule: {sleepSchedule: "0 20 * * *", wakeSchedule: "0 6 * * *"}}
`,
);
const evil = kleff('evil', 'free', 'evil');

function rendered(tenant: string, ...files: readonly SourceFile[]): Rendering {
  const rendering = render([...platformFiles, acme, more, ...files], { tenant });
  assert.equal(rendering.problems.filter(isError), []);
  return rendering;
}

function objectsOf(tenant: string, ...files: readonly SourceFile[]): readonly Manifest[] {
  return rendered(tenant, ...files).objects;
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
      destinations: ['acme', 'acme-dev', 'acme-test'].map((namespace) => ({ namespace, server })),
      namespaceResourceWhitelist: [
        { group: '', kind: 'ConfigMap' },
        { group: '', kind: 'Secret' },
      ],
      roles: [],
      sourceRepos: [repository],
    });
    find(objects, 'ServiceAccount leasehold-deploy/acme-deploy');
  });

  test('with an account that has no permissions in a namespace of several tenants, or of the platform', () => {
    const { objects, workloads } = rendered('acme');
    const namespacesOf = (all: Iterable<Manifest>) => [...new Set([...all].map(({ id }) => id.namespace))].sort();
    assert.equal(namespacesOf(workloads), ['acme-dev']);
    const roles = objects.filter(({ id }) => id.kind === 'Role' && id.name === 'acme-deploy');
    assert.equal(namespacesOf(roles), ['acme', 'acme-dev', 'acme-test']);
    for (const kind of ['CronJob.batch leasehold-hibernation/', 'Deployment.apps tenants/', 'Secret tenants/'])
      assert.ok(
        objects.some((one) => formatId(one.id).startsWith(kind) && !workloads.has(one)),
        kind,
      );
  });

  test('and the account does not apply the objects that limit the tenant', () => {
    const { objects, workloads } = rendered('acme');
    const kindsOf = (all: Iterable<Manifest>) => new Set([...all].map(({ id }) => id.kind));
    assert.equal([...kindsOf(workloads)].sort(), ['ConfigMap', 'Secret']);
    const isolation = kindsOf(objects.filter((one) => !workloads.has(one)));
    for (const kind of ['Namespace', 'ResourceQuota', 'NetworkPolicy', 'Role', 'RoleBinding', 'AppProject'])
      assert.ok(isolation.has(kind), kind);
  });

  test('regardless of what other tenants render', () => {
    const text = (objects: readonly Manifest[]) => objects.map((one) => one.text).join('---\n');
    assert.is(text(objectsOf('acme', evil)), text(objectsOf('acme')));
  });

  test('and a project for a namespace that a Grant names, without cluster-scoped kinds', () => {
    const billing = grant('evil', { tenants: ['evil'], namespaces: ['billing'] }, 'platform/tenants/evil.yaml');
    const objects = objectsOf('evil', evil, billing);
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
