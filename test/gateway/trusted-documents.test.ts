import * as assert from 'uvu/assert';
import { worldOf } from '../../console/model/world.ts';
import { effectOf } from '../../gateway/changes/effect.ts';
import { viewOf } from '../../gateway/world/view.ts';
import { suite } from '../harness.ts';
import { quota } from '../laws/grant-attacks.ts';
import { people } from './people.ts';

const template = `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: web}
parameters: [{name: TEXT, value: plain}]
resources:
  gotemplate: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: web}
    data:
      text: {{ .TEXT }}
`;
const platform =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true}\n';
const tenant = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: pay}
spec: {quota: small, namespaces: {withTenantPrefix: [prod]}, accessControl: {owners: {users: [OWNER]}}}
`;
const instance = `apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: {name: mine, namespace: pay-prod}
spec: {template: web}
`;
const view = viewOf(
  'c'.repeat(40),
  worldOf([
    { path: 'tenants/_platform/platform.yaml', text: platform },
    { path: 'tenants/_platform/quota.yaml', text: quota.text },
    { path: 'tenants/_platform/template.yaml', text: template },
    { path: 'tenants/_platform/tenants/pay/tenant.yaml', text: tenant.replace('OWNER', people.owner.user) },
  ]),
);

suite('a proposal of an owner in a repository with directoryPerTenant', (test) => {
  test("in the Platform's directory, which Grants do not limit, needs a decision by the platform", () => {
    const path = 'tenants/_platform/tenants/pay/mine.yaml';
    const { ok, problems, verdict } = effectOf(view, [{ path, text: instance }], people.owner);
    assert.ok(ok, JSON.stringify(problems));
    assert.is(verdict.verdict, 'request');
    assert.match(verdict.reasons.join(), "in the Platform's directory");
    assert.is(effectOf(view, [{ path, text: instance }], people.admin).verdict.verdict, 'allowed');
  });

  test('is allowed in the directory of the tenant', () => {
    const path = 'tenants/pay/mine.yaml';
    const { ok, problems, verdict } = effectOf(view, [{ path, text: instance }], people.owner);
    assert.ok(ok, JSON.stringify(problems));
    assert.is(verdict.verdict, 'allowed');
  });
});
