import * as assert from 'uvu/assert';
import { constraintName } from '../kinds/leasehold/gatekeeper/constraints.ts';
import { render, type SourceFile } from '../leasehold.ts';
import { changedPaths, differences, objectsOf, type Rendered } from './case-files.ts';
import { suite } from './harness.ts';
import { caseFiles } from './kind-cases.ts';

const both = caseFiles('kleff-tenant', 'shares only templates between tenants with gatekeeper');
const constraintKinds = [
  'K8sAllowedRepos',
  'K8sPSPAllowPrivilegeEscalationContainer',
  'K8sPSPHostNamespace',
  'K8sPSPPrivilegedContainer',
];

suite('in Kleff with changed inputs,', (test) => {
  test('no object has the same name as the resource', () => {
    const objects = objectsOf(caseFiles('kleff-tenant', 'renders a labeled namespace named by the user id'));
    assert.ok(objects.size > 0);
    for (const { metadata } of objects.values()) assert.is.not(metadata.name, 'example-tenant');
  });

  test('another plan changes only the label, the quota and the limits, with or without mesh and policies', () => {
    const plain = caseFiles('kleff-tenant', 'renders a labeled namespace named by the user id');
    for (const files of [plain, both]) {
      const before = objectsOf(files);
      const after = objectsOf(edit(files, 'plan: basic', 'plan: pro'));
      const namespace = 'Namespace user-12345';
      assert.equal(differences(before, after), [
        'LimitRange user-12345/kleff-plan-limits',
        namespace,
        'ResourceQuota user-12345/kleff-plan-quota',
      ]);
      const changed = changedPaths(before.get(namespace), after.get(namespace));
      assert.equal(changed, ['metadata.labels.kleff.io/tenant-plan']);
    }
  });

  test('a plain namespace has the lists for admission rules that every tenant has', () => {
    const files = caseFiles('kleff-tenant', 'renders the plain namespace of the operator');
    const enforced = objectsOf(edit(files, 'namespace: plain', 'namespace: plain\n  enforcement: {}'));
    const { annotations = {} } = enforced.get('Namespace user-12345')?.metadata ?? {};
    assert.equal(
      Object.entries(annotations).filter(([key]) => key.startsWith('leasehold.dev/')),
      [
        ['leasehold.dev/allow-cluster-roles', 'admin\nedit\nleasehold-hibernation\nview'],
        ['leasehold.dev/allow-external-ips', ''],
        ['leasehold.dev/allow-subjects', 'ServiceAccount leasehold-hibernation/hibernation'],
      ],
    );
  });

  test('each tenant has four constraints on its own namespace, and the templates exist once', () => {
    const objects = [...objectsOf(both).values()];
    for (const userId of ['user-12345', 'crst3-ntm8']) {
      const own = objects.filter(({ metadata }) => metadata.name.startsWith(`kleff-${userId}-`));
      assert.equal(own.map(({ kind }) => kind).sort(), constraintKinds);
      for (const { spec } of own) assert.equal((spec as Constraint).match.namespaces, [userId]);
    }
    const templates = objects.filter(({ kind }) => kind === 'ConstraintTemplate');
    assert.equal(
      templates.map(({ spec }) => (spec as Template).crd.spec.names.kind),
      constraintKinds,
    );
    for (const { metadata, spec } of templates)
      assert.is(metadata.name, (spec as Template).crd.spec.names.kind.toLowerCase());
  });

  test('the objects of one tenant never refer to another tenant', () => {
    const { objects } = render(both);
    for (const [tenant, other] of [
      ['example-tenant', 'crst3-ntm8'],
      ['jurassicjey', 'user-12345'],
    ] as const) {
      const own = objects.filter((object) => object.tenant === tenant);
      assert.is(own.length, 16);
      for (const { text } of own) assert.not.match(text, other);
    }
  });

  test('removing a tenant removes exactly its objects', () => {
    const before = objectsOf(both);
    const after = objectsOf(both.filter(({ path }) => path !== 'in-example.yaml'));
    const own = [...before].filter(([, { metadata }]) => metadata.labels['kleff.io/tenant'] === 'example-tenant');
    assert.equal(differences(before, after), own.map(([id]) => id).sort());
  });

  test('mesh objects are rendered in the namespace of the tenant, and none without a mesh', () => {
    const meshed = objectsOf(both);
    assert.equal(meshIds(meshed, 'user-12345'), [
      'AuthorizationPolicy allow-ingress-gateway',
      'AuthorizationPolicy allow-same-namespace',
      'AuthorizationPolicy default-deny',
      'Gateway tenant-gateway',
      'PeerAuthentication default',
    ]);
    assert.is(meshObjects(meshed).length, 10);
    const off = objectsOf(caseFiles('kleff-tenant', 'disables injection without a mesh'));
    assert.is(meshObjects(off).length, 0);
    assert.is(off.get('Namespace user-12345')?.metadata.labels['istio-injection'], 'disabled');
    assert.not(off.has('NetworkPolicy.networking.k8s.io user-12345/allow-istiod'));
  });

  test('the inventory lists the Secret that the gateway of a tenant needs', () => {
    const { inventory } = render(both);
    const tenant = inventory.resources.find(({ name }) => name === 'example-tenant');
    assert.equal(tenant?.status.requiredSecrets, ['istio-system/tenant-user-12345-tls']);
  });

  test('constraint names fit into a label and are unique, however long the user IDs are', () => {
    const long = 'a'.repeat(62);
    const names = ['allowed-repos', 'no-privileged', 'no-host-namespaces', 'no-priv-esc'].flatMap((suffix) =>
      ['short', `${long}b`, `${long}c`].map((owner) => constraintName({ prefix: 'kleff', owner }, suffix)),
    );
    assert.is(new Set(names).size, 12);
    for (const name of names) assert.match(name, /^kleff-[a-z0-9-]{1,56}[a-z0-9]$/);
    assert.is(constraintName({ prefix: 'kleff', owner: 'crst3-ntm8' }, 'no-priv-esc'), 'kleff-crst3-ntm8-no-priv-esc');
  });
});

interface Constraint {
  readonly match: { readonly namespaces: readonly string[] };
}

interface Template {
  readonly crd: { readonly spec: { readonly names: { readonly kind: string } } };
}

function edit(files: readonly SourceFile[], from: string, to: string): readonly SourceFile[] {
  return files.map((file) => ('text' in file ? { ...file, text: file.text.replace(from, to) } : file));
}

function meshObjects(objects: ReadonlyMap<string, Rendered>): readonly Rendered[] {
  return [...objects.values()].filter(({ apiVersion }) => String(apiVersion).includes('istio.io/'));
}

function meshIds(objects: ReadonlyMap<string, Rendered>, namespace: string): readonly string[] {
  const own = meshObjects(objects).filter(({ metadata }) => metadata.namespace === namespace);
  return own.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
}
