import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { namespace, ownRights, runWith, tenant } from './fake-kubectl.ts';

const tenants = 'get tenants.v1beta3.tenantoperator.stakater.com';
const spec = {
  quota: 'small',
  accessControl: { editors: { users: ['kim@corp.io'] } },
  namespaces: { withTenantPrefix: ['dev'], withoutTenantPrefix: ['shared'], sandboxes: { enabled: true } },
  storageClasses: { allowed: ['slow', '', 'fast'] },
  ingressClasses: {},
};
const pay = { [`${tenants} pay`]: tenant('pay', spec) };

/** The last call, which prints. */
function printed(calls: readonly string[]): string {
  return calls.at(-1) ?? '';
}

suite('kubectl leasehold get', (test) => {
  test('passes the output options to kubectl for the classes of the Tenant', () => {
    const { calls } = runWith(pay, 'get', 'sc', 'pay', '-o', 'wide', '--context', 'prod', '--show-labels');
    assert.is(calls[0], `${tenants} pay --output=json --context=prod`);
    assert.is(
      printed(calls),
      'get storageclasses.storage.k8s.io --ignore-not-found --output=wide --show-labels --context=prod -- fast slow',
    );
  });

  test('prefers the classes and namespaces that the operator reports to those in the spec of the Tenant', () => {
    const status = { storageClasses: { available: [{ name: 'fast' }] }, deployedNamespaces: ['b', 'a'] };
    const answers = { [`${tenants} pay`]: tenant('pay', spec, status) };
    assert.match(printed(runWith(answers, 'get', 'sc', 'pay').calls), /-- fast$/);
    assert.match(printed(runWith(answers, 'get', 'ns', 'pay').calls), /^get namespaces .*-- a b$/);
  });

  test('does not pass names in a Tenant as options, which could send credentials to another server', () => {
    const hostile = { storageClasses: { allowed: ['--server=https://evil.example', '--insecure-skip-tls-verify'] } };
    const { calls } = runWith({ [`${tenants} pay`]: tenant('pay', hostile) }, 'get', 'sc', 'pay', '--context', 'prod');
    const end = '-- --insecure-skip-tls-verify --server=https://evil.example';
    assert.is(printed(calls), `get storageclasses.storage.k8s.io --ignore-not-found --context=prod ${end}`);
  });

  test('treats an empty list as all classes, and an absent list as no restriction', () => {
    assert.is(printed(runWith(pay, 'get', 'ingressclasses', 'pay').calls), 'get ingressclasses.networking.k8s.io');
    const { code, stderr, calls } = runWith(pay, 'get', 'priorityclasses', 'pay');
    assert.is(stderr, 'Tenant pay does not restrict priorityclasses\n');
    assert.equal([code, calls.length], [0, 1]);
  });

  test('rejects a class that the Tenant does not list, without reading it', () => {
    const { code, stderr, calls } = runWith(pay, 'get', 'storageclasses', 'pay', 'gold');
    assert.is(stderr, 'error: storageclasses "gold" is not permitted for tenant "pay"\n');
    assert.equal([code, calls.length], [1, 1]);
  });

  test('finds namespaces by label or, without permission to list them, through the Tenant', () => {
    const items = [namespace('pay-dev', 'pay'), namespace('adopted', 'pay')];
    const listed = { ...pay, 'get namespaces --selector=stakater.com/tenant=pay': { items } };
    assert.match(printed(runWith(listed, 'get', 'ns', 'pay').calls), /^get namespaces .*-- pay-dev adopted$/);
    const call = printed(runWith(pay, 'get', 'ns', 'pay').calls);
    assert.match(call, /^get namespaces .*-- pay-dev pay-kim-corp-sandbox shared$/);
  });

  test('finds the quota that the Tenant refers to', () => {
    const call = printed(runWith(pay, 'get', 'quotas', 'pay').calls);
    assert.is(call, 'get quotas.tenantoperator.stakater.com --ignore-not-found -- small');
  });
});

suite('kubectl leasehold get, with few permissions', (test) => {
  test("falls back to the user's permissions without access to the Tenant", () => {
    const { code, stdout, stderr } = runWith({ create: ownRights }, 'get', 'storageclasses', 'pay', '-o', 'name');
    assert.is(code, 0);
    assert.is(stdout, 'storageclass.storage.k8s.io/fast\nstorageclass.storage.k8s.io/slow\n');
    assert.match(stderr, 'note: tenant "pay" cannot be read: Error from server (Forbidden)');
    assert.match(stderr, 'note: the list contains everything that you can read, for all your tenants together');
    assert.match(stderr, 'note: the list contains only names, because the storageclasses cannot be read');
  });

  test('fails if objects are requested but only names are known', () => {
    const { code, stdout, stderr } = runWith(pay, 'get', 'storageclasses', 'pay', '-o', 'yaml');
    assert.equal([code, stdout], [1, '']);
    assert.match(stderr, 'Error from server (Forbidden)');
  });

  test('reports that a list of namespaces from the Tenant can be incomplete', () => {
    const { code, stderr } = runWith(pay, 'get', 'namespaces', 'pay');
    assert.is(code, 0);
    assert.match(stderr, 'note: the list might lack namespaces that the Tenant does not list');
  });

  test('fails if the namespaces cannot be listed for another reason than a missing permission', () => {
    const failing = { ...pay, 'get namespaces --selector=stakater.com/tenant=pay': 'Unable to connect: timeout\n' };
    const { code, stdout, stderr } = runWith(failing, 'get', 'namespaces', 'pay');
    assert.equal([code, stdout], [1, '']);
    assert.match(stderr, 'note: namespaces cannot be listed: Unable to connect: timeout');
  });

  test('reports everything that it could not read', () => {
    const { code, stdout, stderr } = runWith({}, 'get', 'namespaces', 'pay');
    assert.equal([code, stdout], [1, '']);
    assert.match(stderr, 'note: namespaces cannot be listed:');
    assert.match(stderr, 'note: tenant "pay" cannot be read:');
    assert.match(stderr, 'error: cannot determine the namespaces of tenant "pay"');
  });
});

suite('kubectl leasehold, without a request to the cluster,', (test) => {
  const wrong = (...argv: string[]) => {
    const { code, stderr, calls } = runWith({}, ...argv);
    assert.equal([code, calls.length], [2, 0]);
    return stderr.split('\n')[0] ?? '';
  };

  test('reports an invalid command line', () => {
    assert.is(wrong(), 'error: the command is missing; use list or get');
    assert.is(wrong('lst'), 'error: lst is not a command; use list or get');
    assert.is(wrong('list', 'pay'), 'error: list does not take the argument pay');
    assert.match(wrong('get'), 'get requires a type; available types: namespaces, quotas, storageclasses');
    assert.is(wrong('get', 'ns'), 'error: get namespaces needs the name of a tenant');
    assert.is(wrong('get', 'ns', 'pay', 'x', 'y'), 'error: get does not take the argument y');
    assert.match(wrong('list', '--wach'), "Unknown option '--wach'");
  });

  test('rejects output flags that list does not support', () => {
    const rest = 'use -o json, yaml, name or wide, or --no-headers';
    for (const flag of ['--show-labels', '--output=jsonpath={.items}', '--output=JSON'])
      assert.is(wrong('list', flag), `error: list does not support ${flag}; ${rest}`);
    assert.is(wrong('list', '-L', 'team', '-o', 'wide'), `error: list does not support --label-columns; ${rest}`);
  });

  test('prints help and version', () => {
    const [help, version] = [runWith({}, '--help'), runWith({}, '--version')];
    assert.match(help.stdout, 'Usage:\n  kubectl leasehold list');
    assert.match(help.stdout, 'your tenants of the kind Tenant.tenantoperator.stakater.com,');
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
    assert.equal([help.calls, version.calls], [[], []]);
  });
});
