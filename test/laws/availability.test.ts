import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { breakages, member } from './broken-files.ts';
import { acme, evil, file, grant, kleff, shared } from './grant-attacks.ts';

suite('law: errors in a tenant directory do not affect other parts of a render', (test) => {
  test('a TemplateInstance of a missing Template does not affect other tenants', () => {
    const instance =
      'apiVersion: templates.stakater.com/v1alpha1\nkind: TemplateInstance\nmetadata: {name: i, namespace: evil}\nspec: {template: nope}\n';
    const files = [...shared, acme, evil(`${kleff('evil', 'free', 'evil').text}---\n${instance}`)];
    assert.not(render(files, { tenant: 'evil' }).ok);
    assert.ok(render(files, { includes: (tenant) => tenant === 'acme' }).ok);
  });

  test('documents without a name or with wrong labels do not affect a tenant that they mention', () => {
    const hidden = [
      'apiVersion: leasehold.dev/v1alpha1\nkind: Group\nmetadta: {name: acme}\nspec: {users: [acme]}\n',
      kleff('acme', 'free', 'acme').text.replace('metadata:', 'metadta:'),
      kleff('evil', 'free', 'acme').text.replace('metadata: {', 'metadata: {label: {leasehold.dev/tenant: acme}, '),
    ];
    for (const text of hidden) {
      const files = [...shared, acme, evil(text)];
      assert.not(render(files, { tenant: 'evil' }).ok, text);
      assert.ok(render(files, { tenant: 'acme' }).ok, text);
      assert.ok(render(files, { includes: (tenant) => tenant === 'acme' }).ok, text);
    }
  });

  test('an invalid Tenant does not affect instances that read fields of their own Tenant', () => {
    const own = [...shared, namedTemplate, acme, file('tenants/acme/named.yaml', namedInstance)];
    const expected = render(own, { tenant: 'acme' });
    assert.ok(expected.objects.some(({ text }) => /quota: "?small/.test(text)));
    for (const broken of breakages) {
      const hostile = member('evil').map(({ path, text }) => ({ path, text: broken(text) }));
      const { problems, files } = render([...own, ...hostile], { tenant: 'acme' });
      assert.equal(problems.filter(isError), [], broken.toString());
      assert.equal(files, expected.files, broken.toString());
    }
  });

  test('Orgs of one directory cannot fill a shared TenantPlane', () => {
    const given = { tenants: ['*'], planes: ['shared-eu'], limits: { 'Org.tetrapus.io': 3 } };
    const own = file('tenants/acme/org.yaml', orgOnPlane('acme'));
    const surplus = evil([orgOnPlane('evil'), orgOnPlane('evil-1'), orgOnPlane('evil-2')].join('---\n'));
    const files = [...shared, grant('planes', given), plane, own, surplus];
    const errors = render(files).problems.filter(isError);
    assert.equal(
      errors.map(({ code, at }) => `${code} ${at.file}`),
      ['not-granted tenants/evil/evil.yaml', 'not-granted tenants/evil/evil.yaml'],
    );
    for (const tenant of ['acme', 'shared-eu']) assert.ok(render(files, { tenant }).ok, tenant);
  });

  test('a Grant of a TenantPlane does not allow one with the same name in another namespace', () => {
    const elsewhere = file('platform/other.yaml', plane.text.replace('namespace: tenants', 'namespace: planes'));
    const placedOn = (reference: string) =>
      evil(orgOnPlane('evil').replace(/tenant_plane_ref: [^,}\s]+/, `tenant_plane_ref: ${reference}`));
    const errorsOf = (reference: string, granted: string) => {
      const given = grant('planes', { tenants: ['*'], planes: [granted] });
      const { problems } = render([...shared, given, plane, elsewhere, placedOn(reference)], { tenant: 'evil' });
      return problems.filter(isError).map(({ message }) => message);
    };
    for (const reference of ['shared-eu', 'tenants/shared-eu'])
      for (const granted of ['shared-eu', 'tenants/shared-eu'])
        assert.equal(errorsOf(reference, granted), [], `${reference} ${granted}`);
    assert.equal(errorsOf('planes/shared-eu', 'planes/shared-eu'), []);
    assert.equal(errorsOf('planes/shared-eu', 'shared-eu'), [
      'TenantPlane planes/shared-eu is not granted to tenant evil',
    ]);
    assert.equal(errorsOf('shared-eu', 'planes/shared-eu'), ['TenantPlane shared-eu is not granted to tenant evil']);
  });

  test('the keys of one Org cannot exhaust the limits of a TenantPlane', () => {
    const kind = 'KeyMaterial.tetrapus.io';
    const uri = 'vault://transit/keys/own';
    const key = (index: number) =>
      `apiVersion: tetrapus.io/v1alpha1\nkind: KeyMaterial\nmetadata: {name: evil-${index}, namespace: tenants, annotations: {tetrapus.io/key-state: ${index === 0 ? 'active' : 'expired'}}}\nspec: {org_ref: tenants/evil, kms_uri: "${uri}", kid: k-${index + 1000}}\n`;
    const given = grant('planes', {
      tenants: ['*'],
      planes: ['shared-eu'],
      fields: { [kind]: { 'spec.kms_uri': [uri] } },
    });
    const keys = (count: number) => Array.from({ length: count }, (_, index) => key(index));
    const withKeys = (count: number) => [
      ...shared,
      given,
      plane,
      file('tenants/acme/org.yaml', orgOnPlane('acme')),
      evil([orgOnPlane('evil'), ...keys(count)].join('---\n')),
    ];
    assert.ok(render(withKeys(16)).ok);
    const { problems } = render(withKeys(17), { tenant: 'evil' });
    assert.equal(
      problems.filter(isError).map(({ code }) => code),
      ['out-of-range'],
    );
    const size = (count: number) => JSON.stringify(render(withKeys(count), { tenant: 'shared-eu' }).files).length;
    assert.ok(size(16) > size(1));
    assert.is(size(1000), size(16));
  });
});

const namedTemplate = file(
  'platform/named.yaml',
  `apiVersion: templates.v2.stakater.com/v2alpha1
kind: Template
metadata: {name: named, namespace: shared}
spec:
  parameters: [{name: quota, required: true}]
  targetNamespaces: {explicit: {allow: {literal: ["*"]}}}
  gotemplate: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: named}
    data:
      quota: {{ .parameters.quota }}
`,
);
const namedInstance = `apiVersion: templates.v2.stakater.com/v2alpha1
kind: TemplateInstance
metadata: {name: named, namespace: acme-dev}
spec:
  templateRef: {name: named, namespace: shared}
  parameters:
    - name: quota
      valueFrom:
        objectFieldRef: {apiVersion: tenantoperator.stakater.com/v1beta3, kind: Tenant, name: acme, jsonPath: .spec.quota}
`;

const plane = file(
  'platform/plane.yaml',
  'apiVersion: tetrapus.io/v1alpha1\nkind: TenantPlane\nmetadata: {name: shared-eu, namespace: tenants}\nspec: {region_code: eu-1, data_plane_image: "tetrapus/server:1.0.0", max_orgs: 2}\n',
);

function orgOnPlane(name: string): string {
  return `apiVersion: tetrapus.io/v1alpha1\nkind: Org\nmetadata: {name: ${name}, namespace: tenants}\nspec: {slug: ${name}, region_code: eu-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0", tenant_plane_ref: shared-eu}\n`;
}
