import * as assert from 'uvu/assert';
import { violationsOf } from '../../admission/evaluate.ts';
import type { Rule } from '../../admission/rule.ts';
import { hosts } from '../../admission/rules/hosts.ts';
import { services } from '../../admission/rules/services.ts';
import { isMapping, type Tree } from '../../data/tree.ts';
import { render } from '../../leasehold.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { suite } from '../harness.ts';
import { acme, file, grant, platform, shared } from './grant-attacks.ts';

const enforcing = file(
  platform.path,
  platform.text.replace('spec: {', 'spec: {cluster: {mesh: none}, enforcement: {}, '),
);

suite('law: members of a delegated tenant can use only granted hosts in the cluster', (test) => {
  test('an Ingress can have only hosts that Grants allow', () => {
    const wildcard = grant('wildcard', { tenants: ['acme'], hosts: ['*.acme.example.com'] });
    const namespaces = namespacesOf([enforcing, wildcard]);
    assert.equal(namespaces.map(nameOf).sort(), ['acme', 'acme-dev', 'acme-test']);
    for (const namespace of namespaces) {
      for (const host of ['acme.apps.example.com', 'ACME.apps.example.com', 'a.acme.example.com'])
        assert.equal(rejected(namespace, host), [], host);
      for (const host of ['beta.apps.example.com', 'a.b.acme.example.com', 'acmexexample.com', '*.example.com', ''])
        assert.is(rejected(namespace, host).length, 1, host);
    }
  });

  test('hosts that the Platform lists replace those of Grants', () => {
    const limits = 'enforcement: {limits: [{hosts: [.corp.example.com]}]}';
    const listing = file(enforcing.path, enforcing.text.replace('enforcement: {}', limits));
    for (const namespace of namespacesOf([listing])) {
      assert.equal(rejected(namespace, 'a.corp.example.com'), []);
      assert.is(rejected(namespace, 'acme.apps.example.com').length, 1);
    }
  });

  test('an alias of another Service is allowed only if the Platform lists the type ExternalName', () => {
    const alias = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'alias' } };
    const spec = { type: 'ExternalName', externalName: 'web.beta.svc.cluster.local' };
    const violations = (files: Parameters<typeof render>[0]) =>
      namespacesOf(files).map((namespace) => violationsIn(services, namespace, { ...alias, spec }).length);
    const listing = (limits: string) =>
      file(enforcing.path, enforcing.text.replace('enforcement: {}', `enforcement: {limits: [${limits}]}`));
    for (const one of [enforcing, listing('{hosts: [a.example.com]}'), listing('{serviceTypes: [LoadBalancer]}')])
      for (const count of violations([one])) assert.ok(count > 0);
    assert.equal(violations([listing('{serviceTypes: [ExternalName]}')]), [0, 0, 0]);
  });

  test('with trustTenantDirectories, Grants do not limit hosts', () => {
    const open = file(
      enforcing.path,
      enforcing.text.replace('directoryPerTenant: true', 'trustTenantDirectories: true, directoryPerTenant: true'),
    );
    for (const namespace of namespacesOf([open])) assert.equal(rejected(namespace, 'beta.apps.example.com'), []);
  });
});

function namespacesOf(files: Parameters<typeof render>[0]): readonly Tree[] {
  const { objects, problems } = render([...shared.filter(({ path }) => path !== platform.path), ...files, acme]);
  assert.ok(objects.length > 0, JSON.stringify(problems));
  return objects.filter(({ id }) => id.kind === 'Namespace').map(({ text }) => bodyOf(text));
}

function bodyOf(text: string): Tree {
  const reading = readYaml(text);
  const [body] = reading.ok ? reading.bodies : [];
  if (!isMapping(body)) throw new Error('a namespace is not YAML');
  return body;
}

function nameOf(namespace: Tree): unknown {
  return (namespace['metadata'] as Tree)['name'];
}

function rejected(namespace: Tree, host: string): readonly string[] {
  const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'x' } };
  return violationsIn(hosts, namespace, { ...ingress, spec: { rules: [{ host }] } });
}

/** The messages about a new Ingress or Service. */
function violationsIn(rule: Rule, namespaceObject: Tree, object: Tree): readonly string[] {
  const isIngress = object['kind'] === 'Ingress';
  const request = {
    operation: 'CREATE',
    group: isIngress ? 'networking.k8s.io' : '',
    resource: isIngress ? 'ingresses' : 'services',
    namespaceObject,
    object,
    oldObject: undefined,
  } as const;
  const user = { username: 'kim@example.com', groups: [] };
  return violationsOf([rule], { ...request, user }).map(({ message }) => message);
}
