import * as assert from 'uvu/assert';
import { passGate } from '../core/gate/gate.ts';
import type { Author, IsLiteral } from '../core/gate/gate-target.ts';
import { grantsFrom } from '../core/settings/grants.ts';
import { settingsFrom } from '../core/settings/settings.ts';
import { suite } from './harness.ts';

type Grant = Parameters<typeof grantsFrom>[0][number]['spec'];

const settings = settingsFrom(undefined, [], []);
const trusted: Author = { sort: 'trusted' };

function tenant(spec: Partial<Grant> = {}, isLiteral: IsLiteral = () => false): Author {
  const metadata = { name: 'g' };
  const grant = { apiVersion: 'leasehold.dev/v1alpha1', kind: 'Grant', metadata, spec: { ...spec, tenants: ['evil'] } };
  return {
    sort: 'tenant',
    granted: grantsFrom([grant as Parameters<typeof grantsFrom>[0][number]])('evil'),
    isLiteral,
  };
}

/** The messages of all problems; empty if the object passes. */
function problemsOf(object: unknown, author: Author): readonly string[] {
  const result = passGate(object, { author, namespace: 'evil', isRepeated: false, settings });
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

function named(apiVersion: string, kind: string, rest: object = {}): Readonly<Record<string, unknown>> {
  const { metadata = {}, ...fields } = rest as { readonly metadata?: object };
  return { apiVersion, kind, metadata: { name: 'x', ...metadata }, ...fields };
}

function ingressWith(path: string): object {
  return named('networking.k8s.io/v1', 'Ingress', { spec: { rules: [{ http: { paths: [{ path }] } }] } });
}

const securityContext = {
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const template = {
  metadata: { labels: { app: 'x' }, annotations: { 'checksum/config': 'a', 'prometheus.io/scrape': 'true' } },
  spec: {
    containers: [{ name: 'c', image: 'i', securityContext, volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
    serviceAccountName: 'x',
    affinity: {
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ podAffinityTerm: { topologyKey: 'z' } }] },
    },
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: { resources: {} } } } }],
  },
};
const labels = {
  'app.kubernetes.io/name': 'x',
  'app.kubernetes.io/managed-by': 'Helm',
  'helm.sh/chart': 'x-1',
  team: 'a',
};

/** Objects of ordinary applications. */
const applications: readonly object[] = [
  named('v1', 'ConfigMap', { data: { labels: 'a: b' }, metadata: { labels } }),
  named('v1', 'Secret', { type: 'kubernetes.io/tls', stringData: { 'tls.crt': '', 'tls.key': '' } }),
  named('v1', 'ServiceAccount'),
  named('v1', 'Service', { spec: { clusterIP: 'None', ports: [{ port: 80 }], selector: { app: 'x' } } }),
  named('v1', 'PersistentVolumeClaim', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      dataSource: { kind: 'VolumeSnapshot', apiGroup: 'snapshot.storage.k8s.io', name: 's' },
      volumeName: null,
    },
  }),
  named('apps/v1', 'Deployment', { spec: { template, selector: { matchLabels: { app: 'x' } } } }),
  named('apps/v1', 'StatefulSet', {
    spec: { template, volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: {} }] },
  }),
  named('batch/v1', 'Job', { spec: { template } }),
  named('batch/v1', 'CronJob', { spec: { jobTemplate: { spec: { template } } } }),
  named('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { scaleTargetRef: { kind: 'Deployment', name: 'x' } } }),
  named('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1 } }),
  named('networking.k8s.io/v1', 'Ingress', {
    spec: { rules: [{ host: 'a.example.com' }], tls: [{ hosts: ['a.example.com'] }] },
  }),
  named('external-secrets.io/v1', 'ExternalSecret', {
    spec: {
      secretStoreRef: { name: 'vault' },
      data: [{ secretKey: 'a', remoteRef: { key: 'evil/a' } }],
      dataFrom: [{ extract: { key: 'evil/b' } }],
    },
  }),
  named('monitoring.coreos.com/v1', 'ServiceMonitor', { spec: { endpoints: [{ port: 'http', path: '/metrics' }] } }),
];
const usual: Partial<Grant> = { hosts: ['a.example.com'], secrets: [{ store: 'vault', prefix: '{tenant}/' }] };

suite('the gate for objects without a shape', (test) => {
  test('rejects numbers that the plugin cannot print as JSON', () => {
    for (const [number, problems] of [
      [2 ** 53 - 1, 0],
      [2 ** 53, 1],
      [1e21, 1],
      [0.5, 0],
    ] as const)
      assert.is(problemsOf(named('v1', 'ConfigMap', { x: number }), trusted).length, problems, `${number}`);
  });

  test('passes the objects of an application from an untrusted author with the necessary grants', () => {
    for (const object of applications) assert.equal(problemsOf(object, tenant(usual)), [], JSON.stringify(object));
  });

  test('rejects only an Ingress and an ExternalSecret of these objects without grants', () => {
    const rejected = applications.filter((object) => problemsOf(object, tenant()).length > 0);
    assert.equal(
      rejected.map((object) => (object as { readonly kind: string }).kind),
      ['Ingress', 'ExternalSecret'],
    );
  });

  test('rejects a manifest that a reader could parse as another object, or that is invalid, even from trusted authors', () => {
    for (const [object, message] of [
      ['text', 'a manifest or an item of a List is not a mapping'],
      [named('v1', 'ConfigMap', { metadata: { name: 'a\u001b[2K' } }), 'has an invalid name'],
      [named('v1', 'ConfigMap', { metadata: { name: 'system:a' } }), 'has an invalid name'],
      [ingressWith('/a\n/b'), 'has a line break or another control character in a path'],
      [named('v1', 'ConfigMap', { items: [] }), 'has the field items'],
      [named('v1', 'ConfigMap', { items: null }), 'has the field items'],
      [named('rbac.authorization.k8s.io/v1', 'RoleBindingList'), 'is a list'],
      [named('v1', 'Namespace'), 'cannot come from a Template'],
      [named('v1', 'ConfigMap', { metadata: { generateName: 'x-' } }), 'has both name and generateName'],
      [named('v1', 'ConfigMap', { metadata: { namespace: 'acme' } }), 'sets namespace acme'],
      [named('v1', 'ConfigMap', { metadata: { labels: ['a'] } }), 'are not a mapping'],
      [named('v1', 'ConfigMap', { data: { ['\u200b'.repeat(200)]: 'x' } }), 'too long for YAML parsers'],
      [named('v1', 'ConfigMap', { data: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) }), 'is nested too deeply'],
      [named('v1', 'ConfigMap', { data: { x: '\ud800' } }), 'an unpaired surrogate'],
    ] as const)
      assert.match(problemsOf(object, trusted)[0] ?? 'passes', message);
  });

  test('passes names of RBAC, and paths with characters of regular expressions, from trusted authors', () => {
    const role = named('rbac.authorization.k8s.io/v1', 'Role', { metadata: { name: 'system:a' } });
    for (const object of [role, ingressWith('/a(/|$)(.*)')]) assert.equal(problemsOf(object, trusted), []);
  });

  test('passes from trusted authors what other authors cannot use', () => {
    const pod = { spec: { hostNetwork: true, containers: [], nodeName: 'n' } };
    assert.equal(problemsOf(named('apps/v1', 'DaemonSet', { spec: { template: pod } }), trusted), []);
    assert.equal(problemsOf(named('example.com/v1', 'Widget', { metadata: { finalizers: ['a/b'] } }), trusted), []);
    assert.equal(problemsOf(named('rbac.authorization.k8s.io/v1', 'ClusterRole'), trusted), []);
  });

  test('passes a kind, a key, or a value of a field and its subfields if a Grant allows it', () => {
    const daemons = named('apps/v1', 'DaemonSet', { spec: { template } });
    assert.match(problemsOf(daemons, tenant())[0] ?? '', 'DaemonSet.apps requires a Grant: ');
    assert.equal(problemsOf(daemons, tenant({ objects: ['DaemonSet.apps'] })), []);
    const hook = named('v1', 'ConfigMap', { metadata: { annotations: { 'argocd.argoproj.io/hook': 'Sync' } } });
    assert.equal(problemsOf(hook, tenant({ metadata: ['argocd.argoproj.io/hook'] })), []);
    const service = named('v1', 'Service', { spec: { type: 'LoadBalancer', loadBalancerIP: '192.0.2.1' } });
    const fields = { Service: { 'spec.type': ['LoadBalancer'], 'spec.loadBalancerIP': ['*'] } };
    assert.equal(problemsOf(service, tenant({ fields })), []);
    assert.is(problemsOf(service, tenant()).length, 2);
    const bare = named('v1', 'Pod', { spec: { containers: [{ name: 'c' }] } });
    assert.is(problemsOf(bare, tenant()).length, 4);
    assert.equal(problemsOf(bare, tenant({ fields: { Pod: { spec: ['*'] } } })), []);
  });

  test('rejects a cluster-scoped object, even with a Grant', () => {
    const role = named('rbac.authorization.k8s.io/v1', 'ClusterRole');
    const author = tenant({ objects: ['ClusterRole.rbac.authorization.k8s.io'] }, () => true);
    assert.match(problemsOf(role, author)[0] ?? '', 'is cluster-scoped');
  });

  test('passes content of a trusted author, and checks the rest', () => {
    const binding = (role: string) => named('rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef: { name: role } });
    assert.equal(
      problemsOf(
        binding('edit'),
        tenant({}, () => true),
      ),
      [],
    );
    const author = tenant({}, (path) => path[0] !== 'roleRef');
    assert.match(problemsOf(binding('admin'), author)[0] ?? '', 'no Grant allows admin for roleRef.name');
    const long = problemsOf(binding('x'.repeat(500)), author)[0] ?? '';
    assert.match(long, `no Grant allows ${'x'.repeat(100)}… for roleRef.name`);
  });

  test('rejects a kind of unknown scope without a Grant, even if a trusted author wrote it', () => {
    const widget = named('example.com/v1', 'Widget');
    assert.match(
      problemsOf(
        widget,
        tenant({}, () => true),
      )[0] ?? '',
      'does not know whether the kind is namespaced',
    );
    assert.equal(problemsOf(widget, tenant({ objects: ['Widget.example.com'] })), []);
  });
});
