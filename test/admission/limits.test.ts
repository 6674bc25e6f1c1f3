import * as assert from 'uvu/assert';
import { readManifests } from '../../e2e/manifests.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';

const tenant = `
apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: acme, namespace: tenants}
spec: {userId: user-1, username: acme, plan: pro}
---
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec:
`;

function namespaceWith(spec: string): Readonly<Record<string, string>> {
  const { objects, problems } = render([{ path: 'in.yaml', text: `${tenant}${spec}` }]);
  const found = objects.find(({ id }) => id.kind === 'Namespace' && id.name === 'user-1');
  const [namespace] = readManifests(found?.text ?? '');
  assert.ok(namespace, JSON.stringify(problems));
  const { labels, annotations } = namespace.metadata as Record<string, Record<string, string>>;
  return { ...labels, ...annotations };
}

suite('in the limits of tenants,', (test) => {
  test('a namespace has no lists unless the Platform enables enforcement', () => {
    for (const spec of ['  cluster: {mesh: istio, podSecurity: privileged}', '  enforcement: {backend: none}']) {
      const keys = Object.keys(namespaceWith(spec));
      assert.equal(
        keys.filter((key) => /leasehold\.dev\/(?:allow|deny)/.test(key)),
        [],
      );
    }
  });

  test('a Kleff Tenant has the registries of the Platform and the mesh, its host, and access to nodes only with podSecurity privileged', () => {
    const namespace = namespaceWith('  cluster: {mesh: istio, podSecurity: privileged}\n  enforcement: {}');
    assert.is(namespace['leasehold.dev/allow-images'], 'docker.io/istio\ndocker.io/library/istio\nkleff.azurecr.io');
    assert.is(namespace['leasehold.dev/allow-hosts'], '.acme.kleff.io\nacme.kleff.io');
    assert.is(namespace['leasehold.dev/allow-service-types'], 'LoadBalancerWithoutNodePorts');
    assert.is(namespace['leasehold.dev/allow-external-ips'], '');
    assert.is(namespace['leasehold.dev/allow-host-access'], 'network\nports');
    assert.is(namespaceWith('  enforcement: {}')['leasehold.dev/allow-host-access'], '');
  });

  test('controllers of OpenShift can prepare namespaces only on OpenShift', () => {
    for (const [flavor, isOpenShift] of [
      ['openshift', true],
      ['kubernetes', false],
    ] as const) {
      const spec = `  cluster: {flavor: ${flavor}}\n  enforcement: {}`;
      const { objects } = render([{ path: 'in.yaml', text: `${tenant}${spec}` }]);
      const exempting = ['leasehold-namespaces', 'leasehold-namespace-creation', 'leasehold-managed-objects'];
      for (const name of exempting) {
        const policy = objects.find(({ id }) => id.kind === 'ValidatingAdmissionPolicy' && id.name === name);
        assert.is(policy?.text.includes("'system:serviceaccounts:openshift-infra'"), isOpenShift, name);
      }
      const roles = namespaceWith(spec)['leasehold.dev/allow-cluster-roles'] ?? '';
      assert.is(roles.includes('system:image-puller'), isOpenShift);
    }
  });

  test('an empty list and a list with only an empty item differ', () => {
    const namespace = namespaceWith(`
  enforcement:
    limits:
      - {runtimeClasses: [], ingressClasses: [""], priorityClasses: ["", low]}`);
    assert.is(namespace['leasehold.dev/allow-runtime-classes'], '');
    assert.is(namespace['leasehold.dev/allow-ingress-classes'], '\n');
    assert.is(namespace['leasehold.dev/allow-priority-classes'], '\nlow');
  });

  test('the Platform sets lists for all tenants or for named ones, and never replaces a list of the tenant', () => {
    const namespace = namespaceWith(`
  enforcement:
    limits:
      - {runtimeClasses: [gvisor], networks: [10.0.0.0/8], images: [ghcr.io]}
      - {tenants: [acme], runtimeClasses: [kata], subjects: [Group auditors]}
      - {tenants: [beta], runtimeClasses: [runc]}`);
    assert.is(namespace['leasehold.dev/allow-runtime-classes'], 'gvisor\nkata');
    assert.is(namespace['leasehold.dev/allow-networks'], '10.0.0.0/8');
    assert.match(namespace['leasehold.dev/allow-subjects'] ?? '', /^Group auditors\n/);
    assert.is(namespace['leasehold.dev/allow-images'], 'docker.io/istio\ndocker.io/library/istio\nkleff.azurecr.io');
  });

  test('the lists of an MTO Tenant become annotations of its namespaces', () => {
    const text = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {enforcement: {}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {pods: "4"}}}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme}
spec:
  quota: small
  accessControl: {owners: {users: [ann@corp.io]}}
  namespaces: {withTenantPrefix: [dev]}
  imageRegistries: {denied: ["", evil.example]}
  ingressClasses: {denied: [internal]}
  podPriorityClasses: {denied: [high]}
  serviceAccounts: {allowed: [app]}
  storageClasses: {denied: [slow]}
`;
    const { objects, problems } = render([{ path: 'in.yaml', text }]);
    assert.equal(problems, []);
    const [namespace] = readManifests(objects.find(({ id }) => id.kind === 'Namespace')?.text ?? '');
    assert.ok(namespace);
    const { annotations } = namespace.metadata as unknown as { readonly annotations: Record<string, string> };
    assert.equal(
      ['images', 'ingress-classes', 'priority-classes', 'storage-classes'].map(
        (list) => annotations[`leasehold.dev/deny-${list}`],
      ),
      ['docker.io\nevil.example', 'internal', 'high', 'slow'],
    );
    assert.is(annotations['leasehold.dev/allow-service-accounts'], 'app');
    assert.is(annotations['leasehold.dev/allow-images'], undefined);
  });

  test('with the backend quotas, only priority classes and Service types are enforced, by quotas', () => {
    const text = `${tenant}
  enforcement: {backend: quotas, limits: [{priorityClasses: [low, ""], serviceTypes: [LoadBalancerWithoutNodePorts]}]}`;
    const { objects } = render([{ path: 'in.yaml', text }]);
    const own = objects.filter(({ id }) => id.name.startsWith('leasehold-'));
    const specs = readManifests(own.map((one) => one.text).join('---\n')).map(({ kind, spec }) => [kind, spec]);
    const matchExpressions = [
      { operator: 'NotIn', scopeName: 'PriorityClass', values: ['low'] },
      { operator: 'Exists', scopeName: 'PriorityClass' },
    ];
    assert.equal(specs, [
      ['ResourceQuota', { hard: { pods: '0' }, scopeSelector: { matchExpressions } }],
      ['ResourceQuota', { hard: { 'services.nodeports': '0' } }],
    ]);
    const other = `${tenant}  enforcement: {backend: quotas, cordoned: [acme], limits: [{images: [ghcr.io]}]}`;
    assert.equal(
      render([{ path: 'in.yaml', text: other }]).problems.flatMap(({ code, at }) =>
        at.path.startsWith('spec.enforcement') ? [`${code} ${at.path}`] : [],
      ),
      ['ignored-field spec.enforcement.cordoned', 'ignored-field spec.enforcement.limits[0].images'],
    );
    const annotations = Object.keys(namespaceWith('  enforcement: {backend: quotas}'));
    assert.equal(
      annotations.filter((key) => /leasehold\.dev\/(?:allow|deny)/.test(key)),
      [],
    );
  });

  test('lists that are too long for the API server are an error', () => {
    const platform = (count: number, item: (index: number) => string) => {
      const items = Array.from({ length: count }, (_, index) => item(index));
      const entries = Array.from({ length: Math.ceil(count / 200) }, (_, at) => items.slice(at * 200, (at + 1) * 200));
      const limits = entries.map((hosts) => `{hosts: ${JSON.stringify(hosts)}}`).join(', ');
      return `${tenant}  enforcement: {limits: [${limits}]}`;
    };
    const messages = (text: string) => {
      const errors = render([{ path: 'in.yaml', text }]).problems.filter(({ severity }) => severity === 'error');
      return errors.map(({ code, message }) => `${code} ${message}`);
    };
    assert.equal(messages(platform(2000, (index) => `${index}.corp.io`)), []);
    const name = 'list-too-long Namespace user-1';
    assert.equal(messages(platform(2001, (index) => `${index}.corp.io`)), [
      `${name}: leasehold.dev/allow-hosts has 2001 items; the maximum is 2000`,
    ]);
    const [long = ''] = messages(platform(1900, (index) => `${index}.${'ü'.repeat(80)}`));
    assert.match(long, /^list-too-long Namespace user-1: the annotations have 31\d{4} bytes; the maximum is 262144$/);
  });

  test('enforcement by policies is an error before Kubernetes 1.30', () => {
    const text = `${tenant}  cluster: {kubernetes: "1.29"}\n  enforcement: {}`;
    const errors = render([{ path: 'in.yaml', text }]).problems.filter(({ severity }) => severity === 'error');
    assert.equal(
      errors.map(({ code, at }) => `${code} ${at.path}`),
      ['conflicting-fields spec.enforcement'],
    );
  });
});
