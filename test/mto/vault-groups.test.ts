import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';

const platform = (granted: string) => `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, tenantsDirectory: tenants}
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: all}
spec:
  tenants: ["*"]
  kinds: [Tenant.tenantoperator.stakater.com]
  fields: {Tenant.tenantoperator.stakater.com: {spec.quota: [small], spec.accessControl: ["*"], vaultGroups: [${granted}]}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: {name: tenant-operator-config, namespace: multi-tenant-operator}
spec:
  integrations:
    vault: {enabled: true, accessInfo: {accessorPath: oidc/, address: "https://vault.corp.io:8200", roleName: mto}}
`;

function errorsOf(group: string, granted = ''): readonly string[] {
  const tenant = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme}
spec: {quota: small, accessControl: {owners: {groups: [${JSON.stringify(group)}]}}}
`;
  const files = [
    { path: 'platform/platform.yaml', text: platform(granted) },
    { path: 'tenants/acme/tenant.yaml', text: tenant },
  ];
  return render(files)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ at, message, fix }) => `${at.path}: ${message} (${fix})`);
}

suite('with single sign-on in Vault, a Tenant of a directory', (test) => {
  test('cannot list a group of the platform or of another tenant', () => {
    assert.equal(errorsOf('acme'), []);
    assert.equal(errorsOf('Acme-Leads'), []);
    assert.equal(errorsOf('admins', 'admins'), []);
    assert.equal(errorsOf('admins', '"*"'), []);
    for (const group of ['admins', 'globex', 'globex-leads'])
      assert.equal(errorsOf(group), [
        `spec.accessControl.owners.groups[0]: group ${group} in Vault does not belong to tenant acme (use acme or acme-..., ` +
          'or add the value to spec.fields["Tenant.tenantoperator.stakater.com"]["vaultGroups"] of a Grant)',
      ]);
  });

  test('cannot list a group whose name is a path to another object of Vault', () => {
    for (const group of ['acme-x/../../../../globex/kv/metadata/database', 'acme-%2e%2e/x', 'acme-?x', '..'])
      assert.equal(errorsOf(group, '"*"'), [
        `spec.accessControl.owners.groups[0]: the name of group ${group} could be the path of another object in Vault ` +
          '(use a name without special characters and segments such as `..`)',
      ]);
  });
});
