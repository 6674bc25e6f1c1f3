import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { cluster, volumes } from './retained-volumes.ts';

const tenant = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme}
spec: {quota: small, accessControl: {owners: {groups: [acme]}}}
`;

const platform = {
  path: 'platform/platform.yaml',
  text: `apiVersion: leasehold.dev/v1alpha1
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
  fields: {Tenant.tenantoperator.stakater.com: {spec.quota: [small], spec.accessControl: ["*"]}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {pods: "9"}}}
`,
};

suite('leasehold volumes list --without', (test) => {
  test('reads the Platform and its Grants', async () => {
    const delegated = { ...cluster, files: [{ path: 'tenants/acme/tenant.yaml', text: tenant }, platform] };
    assert.match((await volumes(delegated, 'list', '--without=tenants', '--output=name')).stdout, /^\S+pv-2\n$/);
  });

  for (const [what, text] of [
    ['a Grant', tenant.replace('small', 'huge')],
    ['a known kind', tenant.replace('Tenant', 'Tenat')],
    ['a known version', tenant.replace('v1beta3', 'v9')],
    ['a name', tenant.replace('name', 'nam')],
    ['valid YAML', `${tenant}: : x`],
  ] as const)
    test(`lists no volumes without tenants if a Tenant lacks ${what}`, async () => {
      const files = [{ path: 'tenants/acme/tenant.yaml', text }, platform];
      const { code, stdout, stderr } = await volumes({ ...cluster, files }, 'list', '--without=tenants');
      assert.equal([code, stdout], [1, '']);
      assert.is(
        stderr,
        'error: tenants/acme/tenant.yaml contains errors, so its tenants are unknown; run leasehold check --dir tenants\n',
      );
    });
});
