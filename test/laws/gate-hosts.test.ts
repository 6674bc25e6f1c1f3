import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { hostFields } from '../../admission/host-fields.ts';
import { resourceKinds } from '../../admission/resource-kinds.ts';
import { passGate } from '../../core/gate/gate.ts';
import { grantsFrom } from '../../core/settings/grants.ts';
import { settingsFrom } from '../../core/settings/settings.ts';
import { suite } from '../harness.ts';

/** Fields of each resource that set a host of another tenant, and fields that set no host although one is required. */
const specs: Readonly<Record<string, readonly string[]>> = {
  ingresses: [
    '{rules: [{host: a.acme.example}]}',
    '{rules: [{}]}',
    '{rules: [{host: evil.example}], tls: [{hosts: [a.acme.example]}]}',
  ],
  httproutes: ['{hostnames: [evil.example, a.acme.example]}', '{hostnames: []}'],
  grpcroutes: ['{hostnames: [a.acme.example]}', '{}'],
  tlsroutes: ['{hostnames: [a.acme.example]}', '{}'],
  'gateways.gateway.networking.k8s.io': ['{listeners: [{hostname: a.acme.example}]}', '{listeners: [{}]}'],
  listenersets: ['{listeners: [{hostname: a.acme.example}]}', '{listeners: [{}]}'],
  xlistenersets: ['{listeners: [{hostname: a.acme.example}]}', '{listeners: [{}]}'],
  routes: ['{host: a.acme.example}', '{host: evil.example, wildcardPolicy: Subdomain}', '{}'],
  dnsendpoints: ['{endpoints: [{dnsName: a.acme.example}]}'],
  httpproxies: ['{virtualhost: {fqdn: a.acme.example}}', '{virtualhost: {}}'],
  certificates: [
    '{dnsNames: [a.acme.example]}',
    '{commonName: a.acme.example}',
    '{dnsNames: ["a.acme.example,x.evil.svc"]}',
    '{commonName: "a.acme.example x.evil.svc"}',
    '{dnsNames: ["acme,x.evil.example"]}',
    '{dnsNames: [a.acme.example..svc]}',
    '{uris: ["urn:acme:x.evil.svc"]}',
    '{ipAddresses: [203.0.113.8]}',
    '{uris: ["spiffe://cluster.local/ns/acme/sa/default"]}',
    '{literalSubject: CN=a.acme.example}',
    '{literalSubject: "CN=a.acme.example,OU=x.evil.svc"}',
    '{literalSubject: "CN=admin,OU=x.evil.example"}',
    '{uris: ["spiffe://a/ns/acme/sa/x.evil.svc.cluster.local"]}',
    '{uris: ["spiffe://a/ns/acme/sa/x.evil.example"]}',
  ],
  'gateways.networking.istio.io': ['{servers: [{hosts: [evil/a.acme.example]}]}', '{servers: [{}]}'],
  virtualservices: ['{hosts: [a.acme.example]}', '{hosts: ["*"]}', '{}'],
};

const settings = settingsFrom(undefined, [], []);

/** The problems of an object if its kind, evil.example and the subdomains of evil.example are granted. */
function problemsOf(group: string, kind: string, spec: unknown): readonly string[] {
  const objects = [`${kind}.${group}`];
  const granted = grantsFrom([
    {
      apiVersion: 'leasehold.dev/v1alpha1',
      kind: 'Grant',
      metadata: { name: 'g' },
      spec: { tenants: ['evil'], objects, hosts: ['evil.example', '*.evil.example'] },
    } as Parameters<typeof grantsFrom>[0][number],
  ])('evil');
  const author = { sort: 'tenant', granted, isLiteral: () => false } as const;
  const object = { apiVersion: `${group}/v1`, kind, metadata: { name: 'x' }, spec };
  const result = passGate(object, { author, namespace: 'evil', isRepeated: false, settings });
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

suite('law: the gate limits every host that the rule of the API server limits, even of a granted kind', (test) => {
  for (const { group, resource } of hostFields) {
    const kind = resourceKinds[resource] ?? '';
    test(`of ${resource}.${group}`, () => {
      const own = specs[`${resource}.${group}`] ?? specs[resource] ?? [];
      assert.ok(own.length > 0);
      for (const spec of own) {
        const problems = problemsOf(group, kind, parse(spec));
        assert.ok(
          problems.some((message) => /host .* is not granted|^\S+ \S+: \S+ must be set$/.test(message)),
          `${kind} ${spec}: ${problems.join('; ')}`,
        );
      }
    });
  }

  test('and allows granted hosts and Services of the namespace', () => {
    assert.equal(problemsOf('route.openshift.io', 'Route', { host: 'evil.example' }), []);
    assert.equal(problemsOf('cert-manager.io', 'Certificate', { dnsNames: ['evil.example'] }), []);
    assert.equal(problemsOf('cert-manager.io', 'Certificate', { dnsNames: ['web.evil.svc', '*.evil.svc'] }), []);
    assert.equal(problemsOf('networking.istio.io', 'VirtualService', { hosts: ['web'] }), []);
  });
});
