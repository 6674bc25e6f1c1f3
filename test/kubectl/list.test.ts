import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { kim, namespace, ownRights, runWith, tenant } from './fake-kubectl.ts';

const whoami = { 'auth whoami': kim };
const tenants = 'get tenants.v1beta3.tenantoperator.stakater.com';
const pay = tenant('pay', { accessControl: { owners: { users: ['kim@corp.io'] } } });
const lab = tenant('lab', { accessControl: { viewers: { groups: ['devs'] } } });
const others = tenant('others', { accessControl: { owners: { users: ['eve'] } } });

function editorIn(space: string): object {
  return {
    metadata: { name: 'mto-editor-edit', namespace: space },
    subjects: [{ kind: 'Group', name: 'devs' }],
  };
}

suite('kubectl leasehold list', (test) => {
  test("lists tenants with the user's role if the user can list tenants", () => {
    const ran = runWith({ ...whoami, [tenants]: { items: [lab, others, pay] } }, 'list');
    assert.is(ran.stdout, 'NAME   ROLE\nlab    viewer\npay    owner\n');
    assert.is(ran.stderr, '');
    assert.is(ran.code, 0);
  });

  test("lists the user's own tenant if the user can only get it", () => {
    const answers = { ...whoami, create: ownRights, [`${tenants} pay`]: pay };
    const { stdout, stderr } = runWith(answers, 'list', '-o', 'wide', '--no-headers');
    assert.is(stdout, 'pay   owner\n');
    assert.match(stderr, 'note: not all tenants can be read: Error from server (Forbidden)');
  });

  test('without Tenants in the cluster, uses permissions for the tenant and bindings for the role', () => {
    const absent = 'error: the server doesn\'t have a resource type "tenants"\n';
    const binding = editorIn('pay-dev');
    const answers = { ...whoami, create: ownRights, [tenants]: absent };
    assert.is(runWith(answers, 'list').stdout, 'NAME   ROLE\npay    <unknown>\n');
    const bound = {
      ...answers,
      'get rolebindings': { items: [binding] },
      'get namespace/pay-dev': namespace('pay-dev', 'pay'),
    };
    assert.is(runWith(bound, 'list').stdout, 'NAME   ROLE\npay    editor\n');
  });

  test('ignores bindings in namespaces of other tenants, which their owners can create', () => {
    const answers = {
      ...whoami,
      'get namespaces': { items: [namespace('lab-dev', 'lab'), namespace('pay-dev', 'pay')] },
      'get rolebindings --all-namespaces --selector=stakater.com/tenant=pay': { items: [editorIn('lab-dev')] },
      'get namespace/lab-dev': namespace('lab-dev', 'lab'),
    };
    const { stdout, calls } = runWith(answers, 'list');
    assert.is(stdout, 'NAME   ROLE\nlab    <unknown>\npay    <unknown>\n');
    assert.ok(calls.some((call) => call.startsWith('get namespace/lab-dev ')));
  });

  test('lists tenants by namespace labels, with a note, if the user can only list namespaces', () => {
    const items = [namespace('pay-prod', 'pay'), namespace('pay-dev', 'pay'), namespace('lab-dev', 'lab')];
    const ran = runWith({ ...whoami, 'get namespaces --selector=stakater.com/tenant': { items } }, 'list');
    assert.is(ran.stdout, 'NAME   ROLE\nlab    <unknown>\npay    <unknown>\n');
    assert.match(ran.stderr, 'note: the list contains all tenants with a namespace, not only yours');
  });

  test('reports what it could not read if the user can read nothing', () => {
    const { code, stdout, stderr } = runWith(whoami, 'list');
    assert.is(code, 0);
    assert.is(stdout, '');
    assert.match(stderr, 'note: namespaces cannot be listed: Error from server (Forbidden)');
    assert.match(stderr, 'No tenants found for kim@corp.io');
  });

  test('reports an unreachable cluster as one error, and sends no further request', () => {
    const unreachable = 'E1 memcache.go:265\nThe connection to the server 127.0.0.1:1 was refused\n';
    const { code, stderr, calls } = runWith({ 'auth whoami': unreachable }, 'list');
    assert.is(code, 1);
    assert.is(stderr, 'error: The connection to the server 127.0.0.1:1 was refused\n');
    assert.is(calls.length, 1);
  });

  test('prints the same output for programs as the MTO plugin', () => {
    const answers = { ...whoami, [tenants]: { items: [pay] } };
    assert.equal(JSON.parse(runWith(answers, 'list', '-ojson').stdout), {
      apiVersion: 'v1',
      kind: 'TenantList',
      items: [
        {
          apiVersion: 'tenantoperator.stakater.com/v1beta3',
          kind: 'Tenant',
          metadata: { name: 'pay' },
          role: 'owner',
        },
      ],
    });
  });
});
