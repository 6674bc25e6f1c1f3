import * as assert from 'uvu/assert';
import { openVersion, render, type SourceFile } from '../leasehold.ts';
import { suite } from './harness.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, tenantsDirectory: tenants, cluster: {mesh: none}}
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: all}
spec:
  tenants: ["*"]
  kinds: [Tenant.tenantoperator.stakater.com]
  fields: {Tenant.tenantoperator.stakater.com: {spec.quota: [small], spec.accessControl: ["*"]}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {}
`;
const acme = `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: acme, namespace: tenants}
spec: {plan: basic, userId: acme, username: acme}
`;

/** An MTO Tenant with 20 namespaces. Its RoleBindings list each user once for each namespace. */
function tenant(users: number): string {
  const listed = Array.from({ length: users }, (_, index) => `${'ä'.repeat(75)}${index}`).join(', ');
  const roles = ['owners', 'editors', 'viewers'].map((role) => `${role}: {users: [${listed}]}`).join(', ');
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`).join(', ');
  return `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: evil}\nspec: {quota: small, accessControl: {${roles}}, namespaces: {withTenantPrefix: [${names}]}}\n`;
}

const [small, large] = [tenant(10), tenant(500)];

function filesWith(path: string, text: string): readonly SourceFile[] {
  return [
    { path: 'platform/platform.yaml', text: platform },
    { path: 'platform/tenants/acme.yaml', text: acme },
    { path, text },
  ];
}

const exceeding = filesWith('tenants/evil/tenant.yaml', large);

suite("documents in a tenant's directory that render more than 4 MiB", (test) => {
  test('are an error of the tenant alone', () => {
    const { problems } = render(exceeding, { tenant: 'evil' });
    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.equal(
      errors.map(({ code, message, fix }) => [code, message, fix]),
      [
        [
          'too-large',
          'the documents in the directory of tenant evil render more than 2000 objects, or more than 4 MiB',
          "move some documents to tenants/evil/ in the Platform's directory, or reduce the number of namespaces and members",
        ],
      ],
    );
    assert.ok(render(exceeding, { tenant: 'acme' }).ok);
  });

  test('are rendered if they are in the directory of the Platform', () => {
    const { ok, objects } = render(filesWith('platform/tenants/evil.yaml', large), { tenant: 'evil' });
    assert.ok(ok);
    assert.ok(objects.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) > 4 * 1024 * 1024);
  });

  test('are the same error in a version that reuses an earlier one', () => {
    const next = openVersion(filesWith('tenants/evil/tenant.yaml', small)).next(exceeding);
    assert.equal(next.rendering.problems, render(exceeding).problems);
    assert.not(next.rendering.ok);
  });
});

suite('with single sign-on in Vault,', (test) => {
  const vault = `apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: {name: tenant-operator-config, namespace: multi-tenant-operator}
spec:
  integrations:
    vault: {enabled: true, accessInfo: {accessorPath: oidc/, address: "https://vault.corp.io:8200", roleName: mto}}
`;
  const messages = (count: number, path = 'tenants/evil/tenant.yaml') => {
    const groups = Array.from({ length: count }, (_, index) => `evil-${index}`).join(', ');
    const text = tenant(1).replace('accessControl: {', `accessControl: {editors: {groups: [${groups}]}, `);
    const own = text.replace(/, editors: \{users.*?\}/, '');
    const files = [...filesWith(path, own), { path: 'platform/vault.yaml', text: vault }];
    return render(files, { tenant: 'evil' })
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);
  };

  test('a Tenant of a directory can list at most 300 groups, because each renders two objects of the platform', () => {
    assert.equal(messages(300), []);
    assert.equal(messages(301, 'platform/tenants/evil.yaml'), []);
    assert.equal(messages(301), [
      "with single sign-on in Vault, a Tenant in a tenant's directory can list at most 300 groups, but this one lists 301",
    ]);
  });
});
