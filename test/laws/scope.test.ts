import * as assert from 'uvu/assert';
import { render, type SourceFile } from '../../core/index.ts';
import { suite } from '../harness.ts';

const plane = `apiVersion: tetrapus.io/v1alpha1
kind: TenantPlane
metadata: {name: shared, namespace: tenants}
spec: {region_code: eu-west-1, data_plane_image: "tetrapus/server:1.0.0", max_orgs: 5}
`;

function org(name: string, more = ''): string {
  return `apiVersion: tetrapus.io/v1alpha1
kind: Org
metadata: {name: ${name}, namespace: tenants}
spec: {slug: ${name}, region_code: eu-west-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0"${more}}
`;
}

function kleff(name: string, namespace = 'tenants'): string {
  return `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: ${name}, namespace: ${namespace}}
spec: {plan: free, userId: user-${name}, username: ${name}}
`;
}

/** Which of the tenants render, each by itself. */
function rendered(texts: readonly string[], tenants: readonly string[]): readonly string[] {
  const files: readonly SourceFile[] = texts.map((text, index) => ({ path: `${index}.yaml`, text }));
  return tenants.filter((tenant) => render(files, { tenant }).ok);
}

suite('law: what concerns a tenant fails it', (test) => {
  const tenants = ['acme', 'other', 'shared'];
  const placed = org('acme', ', tenant_plane_ref: shared');

  test('a tenant fails with the resource that it names', () => {
    assert.equal(rendered([plane, placed, org('other')], tenants), tenants);
    const broken = plane.replace('max_orgs: 5', 'max_orgs: many');
    assert.equal(rendered([broken, placed, org('other')], tenants), ['other']);
  });

  test('a tenant fails with the resource that its own output lists', () => {
    const broken = placed.replace('slug: acme', 'slug: 5');
    assert.equal(rendered([plane, broken, org('other')], tenants), ['other']);
  });

  test('a tenant fails with the Platform, and with a Plan', () => {
    const platform = 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {no: 1}\n';
    assert.equal(rendered([platform, plane, placed, org('other')], tenants), []);
  });

  test('a faulty resource cannot pass for the platform, and so fail everybody', () => {
    const posing = org('acme').replace('name: acme', 'name: acme, labels: {leasehold.dev/tenant: _platform}');
    assert.equal(rendered([posing, org('other')], ['acme', 'other']), ['other']);
  });

  test("neither side renders when one lies in the other's namespace, and everybody else does", () => {
    const intruder = kleff('intruder', 'user-host');
    const all = ['host', 'intruder', 'guest'];
    assert.equal(rendered([kleff('host'), intruder, kleff('guest')], all), ['guest']);
    const { problems } = render([kleff('host'), intruder].map((text, index) => ({ path: `${index}.yaml`, text })));
    assert.equal(
      problems.map(({ at, message }) => `${at.file} ${at.path}: ${message}`),
      [
        "0.yaml spec.userId: namespace user-host cannot be the tenant's own: Tenant user-host/intruder of another tenant lies in it",
        '1.yaml metadata.namespace: namespace user-host is that of another tenant, by Tenant tenants/host',
      ],
    );
  });
});
