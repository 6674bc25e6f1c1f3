import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, runOn } from './fake-ports.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
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
  fields: {Tenant.tenantoperator.stakater.com: {spec.quota: [small, large], spec.accessControl: ["*"]}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "4"}}}
`;

async function checked(quota: string) {
  const text = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme}
spec: {quota: ${quota}, accessControl: {owners: {users: [ann@corp.io]}}}
`;
  const trees = { '.': [file('platform/platform.yaml', platform), file('tenants/acme/tenant.yaml', text)] };
  return (await runOn({ trees }, 'check', '--dir', '.')).stdout;
}

suite('a value that no Grant allows', (test) => {
  test('is reported with the granted values, and a misspelled value with the nearest one', async () => {
    const stdout = await checked('smal');
    assert.match(
      stdout,
      'no Grant allows smal for spec.quota; allowed: small, large (did you mean small? Otherwise, add',
    );
  });

  test('has no suggestion if no value is similar', async () => {
    assert.match(await checked('gold'), 'no Grant allows gold for spec.quota; allowed: small, large (add the value');
  });
});
