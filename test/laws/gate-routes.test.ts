import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { authoritiesOf } from '../../admission/certificate-authorities.ts';
import { delegatesOf } from '../../admission/delegates.ts';
import { destinationsOf } from '../../admission/route-destinations.ts';
import { passGate } from '../../core/gate/gate.ts';
import { grantsFrom } from '../../core/settings/grants.ts';
import { settingsFrom } from '../../core/settings/settings.ts';
import type { Tree } from '../../data/tree.ts';
import { suite } from '../harness.ts';

const settings = settingsFrom(undefined, [], []);
const gatewayApi = 'gateway.networking.k8s.io';
const istio = 'networking.istio.io';
const foreign = 'web.acme.svc.cluster.local';

/** Specs that reach other tenants, in each field that a rule of the API server reads. */
const reaching: Readonly<Record<string, readonly string[]>> = {
  [`HTTPRoute.${gatewayApi}`]: [
    `{rules: [{backendRefs: [{kind: Hostname, name: ${foreign}}]}]}`,
    `{rules: [{filters: [{requestMirror: {backendRef: {kind: Hostname, name: ${foreign}}}}]}]}`,
    `{rules: [{backendRefs: [{filters: [{requestMirror: {backendRef: {kind: Hostname, name: ${foreign}}}}]}]}]}`,
  ],
  [`GRPCRoute.${gatewayApi}`]: [`{rules: [{backendRefs: [{kind: Hostname, name: Web.ACME.svc}]}]}`],
  [`TCPRoute.${gatewayApi}`]: [`{rules: [{backendRefs: [{kind: Hostname, name: ${foreign}}]}]}`],
  [`TLSRoute.${gatewayApi}`]: [`{rules: [{backendRefs: [{kind: Hostname, name: ${foreign}}]}]}`],
  [`VirtualService.${istio}`]: [
    ...['http', 'tcp', 'tls'].map((one) => `{${one}: [{route: [{destination: {host: ${foreign}}}]}]}`),
    `{http: [{mirror: {host: ${foreign}}}]}`,
    `{http: [{mirrors: [{destination: {host: ${foreign}}}]}]}`,
    '{http: [{delegate: {name: web, namespace: acme}}]}',
  ],
  'HTTPProxy.projectcontour.io': [
    '{includes: [{name: web, namespace: acme}]}',
    '{tcpproxy: {include: {name: web, namespace: acme}}}',
    '{tcpproxy: {includes: {name: web, namespace: acme}}}',
  ],
  'Certificate.cert-manager.io': [
    '{isCA: true, issuerRef: {kind: ClusterIssuer, name: corp}}',
    '{isCA: true, issuerRef: {kind: Issuer, group: example.com, name: corp}}',
  ],
};

/** Specs that reach other tenants in other fields. */
const otherFields: Readonly<Record<string, readonly string[]>> = {
  [`ServiceEntry.${istio}`]: ['{hosts: [a.example]}', '{exportTo: ["*"]}', '{exportTo: [., acme]}', '{exportTo: null}'],
  [`WorkloadEntry.${istio}`]: ['{address: 10.0.0.12}'],
  'CertificateRequest.cert-manager.io': ['{request: LS0t}', '{isCA: true}'],
  'Application.argoproj.io': ['{syncPolicy: {managedNamespaceMetadata: {labels: {team: a}}}}'],
  'PrometheusRule.monitoring.coreos.com': [
    '{groups: [{rules: [{record: container_cpu_usage_seconds_total, expr: "1"}]}]}',
    '{groups: [{rules: [{alert: a, labels: {namespace: acme}}]}]}',
    '{groups: [{labels: {namespace: acme}, rules: []}]}',
  ],
};

const harmless: Readonly<Record<string, readonly string[]>> = {
  [`HTTPRoute.${gatewayApi}`]: [
    '{hostnames: [evil.example], rules: [{backendRefs: [{name: web}, {kind: Hostname, name: web.evil-dev.svc.cluster.local}]}]}',
  ],
  [`VirtualService.${istio}`]: [
    '{hosts: [web], http: [{route: [{destination: {host: web}}, {destination: {host: web.evil.svc}}], mirror: {host: a.example}}]}',
    '{hosts: [web], http: [{delegate: {name: web}}, {delegate: {name: web, namespace: evil-dev}}]}',
  ],
  'HTTPProxy.projectcontour.io': ['{includes: [{name: web}, {name: web, namespace: evil-dev}]}'],
  'Certificate.cert-manager.io': ['{isCA: true, issuerRef: {name: own}}', '{issuerRef: {kind: ClusterIssuer}}'],
  [`ServiceEntry.${istio}`]: ['{exportTo: [.], hosts: [a.example]}'],
  'PrometheusRule.monitoring.coreos.com': ['{groups: [{rules: [{alert: a, expr: "1", labels: {severity: page}}]}]}'],
};

/** Annotations with a value that reaches other tenants, and with a value that does not. */
const annotations: readonly (readonly [key: string, reaching: string, own: string])[] = [
  ['external-dns.alpha.kubernetes.io/hostname', 'a.evil.example, a.acme.example', 'a.evil.example'],
  ['haproxy.org/set-host', 'a if TRUE', 'a.evil.example'],
  [
    'traefik.ingress.kubernetes.io/router.pathmatcher',
    'Path(`/`) || Host(`a.acme.example`) && PathPrefix',
    'PathPrefix',
  ],
];

type Grant = Parameters<typeof grantsFrom>[0][number];

function gateProblems(object: Tree, spec: Partial<Grant['spec']>): readonly string[] {
  const grant = { apiVersion: 'leasehold.dev/v1alpha1', kind: 'Grant', metadata: { name: 'g' } } as const;
  const granted = grantsFrom([{ ...grant, spec: { ...spec, tenants: ['evil'] } }])('evil');
  const author = { sort: 'tenant', granted, isLiteral: () => false } as const;
  const result = passGate(object, { author, namespace: 'evil', isRepeated: false, settings });
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

/** The problems of an object whose kind is granted, without those that report missing hosts. */
function problemsOf(name: string, spec: Tree): readonly string[] {
  const [kind = '', ...group] = name.split('.');
  const object = { apiVersion: `${group.join('.')}/v1`, kind, metadata: { name: 'x' }, spec };
  const problems = gateProblems(object, { objects: [name], hosts: ['evil.example'] });
  return problems.filter((message) => !/spec\.(?:hosts|hostnames) must be set/.test(message));
}

/** The problems of an Ingress whose annotation is granted. */
function annotationProblems(key: string, value: string): readonly string[] {
  const metadata = { name: 'x', annotations: { [key]: value } };
  const object = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata, spec: {} };
  return gateProblems(object, { metadata: [key], hosts: ['*.evil.example'] });
}

suite('law: the gate limits what reaches other namespaces, even in a granted kind', (test) => {
  for (const [name, specs] of Object.entries(reaching))
    test(`as the API server does: ${name}`, () => {
      for (const text of specs) {
        const spec = parse(text) as Tree;
        const group = name.slice(name.indexOf('.') + 1);
        const found = [destinationsOf({ spec }, group), delegatesOf({ spec }), authoritiesOf({ spec })].flat();
        assert.ok(
          found.some((one) => one !== ''),
          `no rule reads ${text}`,
        );
        assert.ok(problemsOf(name, spec).length > 0, text);
      }
    });

  for (const [name, specs] of Object.entries(otherFields))
    test(`in fields of ${name}`, () => {
      for (const text of specs) assert.ok(problemsOf(name, parse(text) as Tree).length > 0, text);
    });

  test('in granted annotations', () => {
    for (const [key, reaching, own] of annotations) {
      assert.is(annotationProblems(key, reaching).length, 1, key);
      assert.equal(annotationProblems(key, own), [], key);
    }
  });

  test('and allows the namespaces of the tenant', () => {
    for (const [name, specs] of Object.entries(harmless))
      for (const text of specs) assert.equal(problemsOf(name, parse(text) as Tree), [], `${name} ${text}`);
  });
});
