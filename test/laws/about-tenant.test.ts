import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { acme, shared as documents, evil, file, grant, kleff, platform } from './grant-attacks.ts';

const external = file(
  platform.path,
  platform.text.replace('spec: {', 'spec: {hibernation: {externalNamespaces: [{name: build-cache}]}, '),
);
const shared = documents.map((one) => (one === platform ? external : one));
const group = 'templates.stakater.com/v1alpha1';
const secretOfAcme = `apiVersion: ${group}
kind: Template
metadata: {name: acme-db}
resources:
  manifests:
    - {apiVersion: v1, kind: Secret, metadata: {name: db}, stringData: {password: acme}}
`;
const about = (text: string) => file('platform/tenants/acme.yaml', text);
const instance = (tenant: string, namespace: string) =>
  `apiVersion: ${group}\nkind: TemplateInstance\nmetadata: {name: ${tenant}-db, namespace: ${namespace}}\nspec: {template: acme-db}\n`;
const toEvery = `apiVersion: ${group}
kind: ClusterTemplateInstance
metadata: {name: every}
spec: {template: acme-db, selector: {matchExpressions: [{key: leasehold.dev/tenant, operator: Exists}]}}
`;
const asleep = `apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: {name: asleep, namespace: build-cache}
spec: {schedule: {}}
`;
const sleepers = grant('sleepers', { tenants: ['*'], kinds: ['ResourceSupervisor.hibernation.stakater.com'] });
const own = file('tenants/evil/own.yaml', `${kleff('evil', 'free', 'evil').text}`);

function errors(files: readonly SourceFile[], tenant?: string): readonly string[] {
  const { problems } = render([...shared, acme, ...files], tenant === undefined ? {} : { tenant });
  return problems.filter(isError).map(({ at, code, message }) => `${at.file} ${code} ${message}`);
}

suite('law: a file of the platform about one tenant affects only this tenant', (test) => {
  test('only this tenant can use its Templates', () => {
    const used = file('tenants/acme/db.yaml', instance('acme', 'acme-dev'));
    assert.equal(errors([about(secretOfAcme), used], 'acme'), []);
    const stolen = [about(secretOfAcme), own, evil(instance('evil', 'evil'))];
    for (const tenant of [undefined, 'evil'])
      assert.match(errors(stolen, tenant).join('\n'), /evil\.yaml not-granted .*acme-db.* belongs to another tenant/);
    assert.equal(errors(stolen, 'acme'), []);
  });

  test('the file cannot render objects for other tenants, because their renders do not read the file', () => {
    const given = [about(`${secretOfAcme}---\n${toEvery}`), own];
    assert.match(errors(given).join('\n'), 'platform/tenants/acme.yaml wrong-directory');
    assert.match(errors(given, 'evil').join('\n'), 'platform/tenants/acme.yaml wrong-directory');
  });

  test('the file cannot render objects of the platform', () => {
    assert.equal(errors([file('platform/asleep.yaml', asleep)]), []);
    assert.match(errors([about(asleep)]).join('\n'), 'platform/tenants/acme.yaml wrong-directory');
  });
});

suite("a document that a tenant's directory cannot contain", (test) => {
  test('causes one error, and none at references to it', () => {
    const quota = 'apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: {name: own}\nspec: {}\n';
    const tenant =
      'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: evil}\nspec: {quota: own}\n';
    const granting = grant('own', {
      tenants: ['evil'],
      fields: { 'Tenant.tenantoperator.stakater.com': { 'spec.quota': ['own'] } },
    });
    const found = errors([granting, evil(`${tenant}---\n${quota}`)]);
    assert.is(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', "cannot be in a tenant's directory");
    assert.match(errors([granting, evil(tenant)]).join('\n'), 'no file defines Quota own');
  });
});

suite("law: a document in a tenant's directory with objects for other tenants counts as absent", (test) => {
  const billing = grant('billing', { tenants: ['acme', 'evil'], namespaces: ['billing'] });
  const namespace = file(
    'tenants/acme/billing.yaml',
    'apiVersion: v1\nkind: Namespace\nmetadata: {name: billing, labels: {stakater.com/tenant: acme}}\n',
  );
  const inBilling = evil(
    `apiVersion: ${group}\nkind: TemplateInstance\nmetadata: {name: evil-x, namespace: billing}\nspec: {template: given}\n`,
  );

  test('so that the render of the tenant that owns the namespace does not change', () => {
    const files = [billing, namespace, own];
    const before = render([...shared, acme, ...files], { tenant: 'acme' });
    const after = render([...shared, acme, ...files, inBilling], { tenant: 'acme' });
    assert.ok(before.ok, before.problems.map(({ message }) => message).join());
    assert.ok(after.ok, after.problems.map(({ message }) => message).join());
    assert.equal(after.files, before.files);
    assert.match(errors([...files, inBilling], 'evil').join('\n'), 'tenants/evil/evil.yaml wrong-directory');
  });

  test('so that it cannot hibernate an external namespace of the platform', () => {
    const of = (...files: readonly SourceFile[]) =>
      render([...shared, acme, own, sleepers, ...files], { tenant: 'platform' });
    const [before, after] = [of(), of(evil(asleep))];
    assert.ok(before.ok && after.ok, after.problems.map(({ message }) => message).join());
    assert.equal(after.files, before.files);
    assert.match(errors([own, sleepers, evil(asleep)], 'evil').join('\n'), 'namespace build-cache does not belong');
  });
});
