import fc from 'fast-check';
import type { Tree } from '../../data/tree.ts';

/** A namespace with lists that are close to the generated values, so that both verdicts are frequent. */
export const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'generated',
    labels: { 'leasehold.dev/tenant': 'acme' },
    annotations: {
      'leasehold.dev/allow-images': 'a.io\na.io/b\nlocalhost:80\ndocker.io/library/a\ndocker.io/a',
      'leasehold.dev/allow-pull-policies': 'Always\nIfNotPresent',
      'leasehold.dev/deny-service-accounts': 'a\ndefault',
      'leasehold.dev/allow-host-access': '',
      'leasehold.dev/deny-metadata': 'label a*\nannotation b',
      'leasehold.dev/allow-hosts': 'a.b\n*.a.b\n.c.b',
      'leasehold.dev/allow-host-patterns': 'a|b+\\.a',
      'leasehold.dev/allow-ingress-classes': 'a\n',
      'leasehold.dev/allow-service-types': 'LoadBalancerWithoutNodePorts',
      'leasehold.dev/allow-external-ips': '203.0.113.1',
      'leasehold.dev/allow-networks': '10.0.0.0/8',
      'leasehold.dev/allow-cluster-roles': 'a\nview',
      'leasehold.dev/allow-subjects': 'User a\nGroup a b\nServiceAccount b/*',
    },
  },
};

const part = fc.constantFrom('a', 'b', 'A', 'a.io', 'a.iob', 'localhost', 'localhost:80', 'library', 'docker.io');
const generatedImage = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom('', ':1', '@sha256:a'))
  .map(([parts, tag]) => `${parts.join('/')}${tag}`);
const image = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('a.io/x:1', 'a/b', 'docker.io/a/b') }, generatedImage);
const container = (name: string) =>
  fc.record(
    {
      name: fc.constant(name),
      image,
      imagePullPolicy: fc.constantFrom('Always', 'Always', 'IfNotPresent', 'IfNotPresent', 'Never'),
      ports: fc.constantFrom(
        [],
        [{ containerPort: 80 }],
        [{ containerPort: 80 }],
        [{ containerPort: 80, hostPort: 80 }],
      ),
    },
    { requiredKeys: ['name', 'image'] },
  );
const key = fc.constantFrom('c', 'd', 'e', 'b.io/a', 'ab', 'b');
const map = fc.dictionary(key, fc.constant('x'), { maxKeys: 3 });
const metadata = fc.record({
  name: fc.constant('generated'),
  namespace: fc.constant('generated'),
  labels: map,
  annotations: map,
});
const host = fc.constantFrom('a.b', '*.a.b', 'x.a.b', 'c.b', 'x.c.b', 'xc.b', 'a', 'bb.a', 'bb.ax', 'b');
const peer = fc.constantFrom(
  { podSelector: {} },
  { namespaceSelector: {} },
  { namespaceSelector: { matchLabels: { 'leasehold.dev/tenant': 'acme' } } },
  { namespaceSelector: { matchLabels: { 'leasehold.dev/tenant': 'beta' } } },
  { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'generated' } } },
  { ipBlock: { cidr: '10.0.0.0/8' } },
  { ipBlock: { cidr: '10.0.0.0/9' } },
);
const toleration = fc.constantFrom(
  { key: 'a', operator: 'Exists' },
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node-role.kubernetes.io/infra', value: 'a', effect: 'NoExecute' },
  { key: 'a', value: 'b', effect: 'NoSchedule' },
  { key: 'a', value: 'a', effect: 'NoSchedule' },
  { operator: 'Exists', effect: 'NoSchedule' },
);
const podTerm = fc.record(
  {
    topologyKey: fc.constantFrom('a', 'b'),
    labelSelector: fc.constant({}),
    namespaces: fc.subarray(['generated', 'generated', 'a']),
    namespaceSelector: fc.constantFrom(
      {},
      { matchLabels: { 'leasehold.dev/tenant': 'acme' } },
      { matchLabels: { 'kubernetes.io/metadata.name': 'generated' } },
      { matchLabels: { 'leasehold.dev/tenant': 'beta' } },
    ),
  },
  { requiredKeys: ['topologyKey'] },
);
const affinity = fc.record(
  {
    requiredDuringSchedulingIgnoredDuringExecution: fc.array(podTerm, { maxLength: 1 }),
    preferredDuringSchedulingIgnoredDuringExecution: fc.array(
      podTerm.map((podAffinityTerm) => ({ weight: 1, podAffinityTerm })),
      { maxLength: 1 },
    ),
  },
  { requiredKeys: [] },
);
const scheduling = fc.record(
  {
    priorityClassName: fc.constantFrom('low', 'system-node-critical'),
    nodeName: fc.constantFrom('', 'node'),
    tolerations: fc.array(toleration, { maxLength: 2 }),
    affinity: fc.record({ podAffinity: affinity, podAntiAffinity: affinity }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const rbac = 'rbac.authorization.k8s.io';

/** Objects by the path of their collection. */
export const objects: Readonly<Record<string, fc.Arbitrary<Tree>>> = {
  '/api/v1/pods': fc.record({
    metadata,
    spec: fc
      .tuple(
        fc.record(
          {
            containers: container('app').map((one) => [one]),
            initContainers: fc.option(
              container('init').map((one) => [one]),
              { nil: undefined },
            ),
            serviceAccountName: fc.constantFrom('b', 'c', 'd', 'a', ''),
            hostNetwork: fc.constantFrom(false, false, false, true),
          },
          { requiredKeys: ['containers', 'serviceAccountName'] },
        ),
        fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, scheduling),
      )
      .map(([spec, more]) => ({ ...spec, ...more })),
  }),
  '/api/v1/services': fc.record({
    metadata,
    spec: fc.record(
      {
        type: fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer'),
        ports: fc.constant([{ port: 80 }]),
        externalIPs: fc.subarray(['203.0.113.1', '203.0.113.2']),
      },
      { requiredKeys: ['ports'] },
    ),
  }),
  '/apis/networking.k8s.io/v1/ingresses': fc.record({
    metadata,
    spec: fc.record(
      {
        ingressClassName: fc.constantFrom('a', 'b'),
        rules: fc.array(fc.record({ host }), { minLength: 1, maxLength: 2 }),
        tls: fc.array(fc.record({ hosts: fc.array(host, { maxLength: 2 }) }), { maxLength: 1 }),
      },
      { requiredKeys: ['rules'] },
    ),
  }),
  '/apis/networking.k8s.io/v1/networkpolicies': fc.record({
    metadata,
    spec: fc.record({
      podSelector: fc.constant({}),
      ingress: fc.array(fc.record({ from: fc.array(peer, { maxLength: 2 }) }), { maxLength: 2 }),
      egress: fc.array(fc.record({ to: fc.array(peer, { maxLength: 2 }) }), { maxLength: 2 }),
    }),
  }),
  [`/apis/${rbac}/v1/rolebindings`]: fc.record({
    metadata,
    roleRef: fc.record({
      apiGroup: fc.constant(rbac),
      kind: fc.constantFrom('Role', 'ClusterRole'),
      name: fc.constantFrom('a', 'b'),
    }),
    subjects: fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constantFrom('User', 'Group'),
          apiGroup: fc.constant(rbac),
          name: fc.constantFrom('a', 'a b', 'b'),
        }),
        fc.record({
          kind: fc.constant('ServiceAccount'),
          namespace: fc.constantFrom('b', 'bb', 'generated'),
          name: fc.constant('a'),
        }),
      ),
      { maxLength: 2 },
    ),
  }),
};
