import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../core/check/check.ts';
import type { Resource } from '../core/kind/resource.ts';
import type { Manifest } from '../core/print/manifest.ts';
import { guardInto } from '../core/problem/guard.ts';
import type { RenderedResource } from '../core/render/render.ts';
import { makeWorld } from '../core/resolve/make-world.ts';
import { settingsFrom } from '../core/settings/settings.ts';
import { compare } from '../data/order.ts';
import { compareIds, formatId, type ObjectId } from '../kubernetes/object-id.ts';
import { suite } from './harness.ts';

const world = makeWorld([], new Map(), { settings: settingsFrom(undefined, [], []), guard: guardInto([]) });
const service = { group: '', kind: 'Service', namespace: 'tenants', name: 'web' };

/** Only objects of Templates, or bugs in leasehold, cause these problems. */
suite('in a check of the rendered objects,', (test) => {
  test('an object that two resources render is reported at both, for both tenants', () => {
    const problems = problemsOf(resource('acme', service), resource('globex', service));
    assert.equal(
      problems.map(({ code, origin, tenants }) => [code, origin.file, tenants]),
      [
        ['duplicate-object', 'acme.yaml', ['acme', 'globex']],
        ['duplicate-object', 'globex.yaml', ['globex', 'acme']],
      ],
    );
    assert.is(problems[0]?.message, 'Service tenants/web is also rendered by globex.yaml');
  });

  test('duplicates within one resource and duplicates of cluster-scoped objects are reported', () => {
    const codes = (...resources: readonly RenderedResource[]) => problemsOf(...resources).map(({ code }) => code);
    assert.equal(codes(resource('acme', service, service)), ['duplicate-object']);
    const role = { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', namespace: '', name: 'reader' };
    assert.equal(codes(resource('acme', role), resource('globex', role)), ['duplicate-object', 'duplicate-object']);
    assert.equal(codes(resource('acme', role, { ...role, group: '' }), resource('globex', service)), []);
  });

  test('the identities of objects have the order of their texts', () => {
    const word = fc.constantFrom('a', 'a-b', 'ab', 'b', 'a.b');
    const kind = fc.constantFrom('Service', 'ServiceEntry', 'Service2', 'Role');
    const group = fc.constantFrom('', 'a', 'a.b', 'a-b.c');
    const id = fc.record({ group, kind, namespace: word, name: word });
    fc.assert(
      fc.property(id, id, (a, b) => {
        assert.is(Math.sign(compareIds(a, b)), compare(formatId(a), formatId(b)), `${formatId(a)}, ${formatId(b)}`);
      }),
    );
  });

  test('an object in a namespace of another tenant is reported', () => {
    const [problem, ...more] = problemsOf(resource('acme', { ...service, namespace: 'elsewhere' }));
    assert.equal([problem?.code, problem?.tenants, more.length], ['foreign-namespace', ['acme'], 0]);
    assert.is(problem?.message, 'Service elsewhere/web would be created in a namespace that tenant acme does not own');
  });

  test('a tenant owns the namespaces that are rendered for it, unless they are reserved', () => {
    const own = (name: string) => [
      { group: '', kind: 'Namespace', namespace: '', name },
      { ...service, namespace: name },
    ];
    assert.equal(problemsOf(resource('acme', ...own('acme-web'))), []);
    assert.equal(
      problemsOf(resource('acme', ...own('kube-public'))).map(({ message }) => message),
      ['Service kube-public/web would be created in a reserved namespace'],
    );
  });
});

function problemsOf(...resources: readonly RenderedResource[]) {
  return check({ resources, shared: [], incomplete: new Set<string>(), problems: [] }, world).problems;
}

function resource(tenant: string, ...ids: readonly ObjectId[]): RenderedResource {
  const origin = { file: `${tenant}.yaml`, document: 0, base: [] };
  const manifests = ids.map(
    (id): Manifest => ({ id, tenant, origin, file: `${tenant}/org.yaml`, shape: 'service', wave: 0, text: '' }),
  );
  const body = {} as Resource['body'];
  const own: Resource = { kind: 'org', origin, tenant, namespace: 'tenants', name: tenant, body };
  return { resource: own, status: {}, manifests };
}
