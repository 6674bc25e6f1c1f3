import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { passGate } from '../../core/gate/gate.ts';
import { grantsFrom } from '../../core/settings/grants.ts';
import { settingsFrom } from '../../core/settings/settings.ts';
import { type Path, type Tree, valueAt } from '../../data/tree.ts';
import { suite } from '../harness.ts';

const settings = settingsFrom(undefined, [], []);
const gatewayApi = 'gateway.networking.k8s.io';
const istio = 'networking.istio.io';
const contour = 'HTTPProxy.projectcontour.io';

/** Specs of granted kinds in which a parameter, PART, completes a reference to the namespace acme that the platform wrote. */
const references: Readonly<Record<string, readonly string[]>> = {
  [`HTTPRoute.${gatewayApi}`]: [
    '{hostnames: [evil.example], rules: [{backendRefs: [{namespace: acme, name: PART}]}]}',
    '{hostnames: [evil.example], rules: [{backendRefs: [{namespace: acme, name: web, port: PART}]}]}',
    '{hostnames: [evil.example], rules: [{filters: [{requestMirror: {backendRef: {namespace: acme, name: PART}}}]}]}',
    '{hostnames: [evil.example], parentRefs: [{namespace: acme, name: web, sectionName: PART}]}',
    '{hostnames: [evil.example], rules: [{backendRefs: [{kind: Hostname, name: web.acme.svc, port: PART}]}]}',
  ],
  [`TLSRoute.${gatewayApi}`]: ['{hostnames: [evil.example], rules: [{backendRefs: [{namespace: acme, name: PART}]}]}'],
  [`VirtualService.${istio}`]: [
    '{hosts: [web], http: [{delegate: {name: PART, namespace: acme}}]}',
    '{hosts: [web], http: [{route: [{destination: {host: web.acme.svc.cluster.local, subset: PART}}]}]}',
  ],
  [contour]: [
    '{includes: [{name: PART, namespace: acme}]}',
    '{virtualhost: {fqdn: evil.example, authorization: {extensionRef: {name: PART, namespace: acme}}}}',
  ],
  'Widget.example.com': ['{source: {name: PART, namespace: acme}}'],
};

/** Specs of granted kinds in which a parameter, PART, selects a part of a host that the platform wrote. */
const selections: Readonly<Record<string, readonly string[]>> = {
  'Route.route.openshift.io': ['{host: shared.example, path: PART}', '{subdomain: PART}'],
  [`HTTPRoute.${gatewayApi}`]: [
    '{hostnames: [shared.example], rules: [{matches: [{path: {value: PART}}]}]}',
    '{rules: [{matches: [{path: {value: PART}}]}]}',
  ],
  [`Gateway.${gatewayApi}`]: ['{listeners: [{hostname: shared.example, tls: {certificateRefs: [{name: PART}]}}]}'],
  [`VirtualService.${istio}`]: ['{hosts: [shared.example], http: [{match: [{uri: {prefix: PART}}]}]}'],
  [contour]: ['{virtualhost: {fqdn: shared.example}, routes: [{conditions: [{prefix: PART}]}]}'],
  'DNSEndpoint.externaldns.k8s.io': ['{endpoints: [{dnsName: shared.example, targets: [PART]}]}'],
};

/**
 * Specs of granted kinds in which the value of the parameter is itself a reference, or the rest of the spec affects all
 * namespaces.
 */
const others: Readonly<Record<string, readonly string[]>> = {
  [contour]: ['{virtualhost: {fqdn: evil.example, tls: {secretName: acme/PART}}}'],
  [`ServiceEntry.${istio}`]: ['{exportTo: ["*"], hosts: [PART]}'],
};

/** The problems of an object of a granted kind. Only the values that contain PART come from a parameter. */
function problemsOf(name: string, text: string): readonly string[] {
  const [kind = '', ...group] = name.split('.');
  const object = { apiVersion: `${group.join('.')}/v1`, kind, metadata: { name: 'x' }, spec: parse(text) as Tree };
  const spec = { tenants: ['evil'], objects: [name], hosts: ['evil.example'] };
  const grant = { apiVersion: 'leasehold.dev/v1alpha1', kind: 'Grant', metadata: { name: 'g' }, spec } as const;
  const isLiteral = (path: Path) => !JSON.stringify(valueAt(object, ...path) ?? null).includes('PART');
  const author = {
    sort: 'tenant',
    granted: grantsFrom([grant as Parameters<typeof grantsFrom>[0][number]])('evil'),
    isLiteral,
  } as const;
  const result = passGate(object, { author, namespace: 'evil', isRepeated: false, settings });
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

suite('law: in a granted kind, a parameter cannot complete what the platform wrote', (test) => {
  for (const [what, table] of Object.entries({ references, selections, 'other specs': others }))
    for (const [name, specs] of Object.entries(table))
      test(`in ${what} of ${name}`, () => {
        for (const spec of specs) {
          assert.is(problemsOf(name, spec).length, 1, spec);
          assert.equal(problemsOf(name, spec.replaceAll('PART', 'web')), [], spec);
        }
      });

  test('unless the namespace or the host belongs to the tenant', () => {
    for (const [name, specs] of Object.entries(references))
      for (const namespace of ['evil', 'evil-dev'])
        for (const spec of specs) assert.equal(problemsOf(name, spec.replaceAll('acme', namespace)), [], spec);
    for (const [name, specs] of Object.entries(selections))
      for (const spec of specs.filter((one) => one.includes('shared.example')))
        assert.equal(problemsOf(name, spec.replaceAll('shared.example', 'evil.example')), [], spec);
  });
});
