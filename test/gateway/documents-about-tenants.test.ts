import * as assert from 'uvu/assert';
import { judge } from '../../gateway/can/judge.ts';
import { suite } from '../harness.ts';
import { quota } from '../laws/grant-attacks.ts';
import { gatewayFixture } from './fixture.ts';
import { people, sampleView } from './people.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true}
`;
const template = (name: string) => `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: ${name}}
parameters: [{name: TEXT, value: xq7-default}]
resources: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: web}, data: {text: '\${TEXT}'}}]}
`;
const instance = (name: string, namespace: string) => `apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: {name: mine, namespace: ${namespace}}
spec: {template: ${name}}
`;
const grant = `apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: all}
spec:
  tenants: ['*']
  kinds: [Tenant.tenantoperator.stakater.com, ResourceSupervisor.hibernation.stakater.com, TemplateInstance.templates.stakater.com]
  fields: {Tenant.tenantoperator.stakater.com: {spec.quota: [small], spec.accessControl: ['*'], spec.namespaces.withoutTenantPrefix: ['*']}}
`;
const claim = `apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: extra}
spec: {tenants: [pay], names: [xq7], namespaces: [xq7-dev]}
`;
const tenant = (name: string, user: string, more = '') => `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: ${name}}
spec: {quota: small, namespaces: {withTenantPrefix: [dev]${more}}, accessControl: {owners: {users: [${user}]}}}
`;
const supervisor = `apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: {name: secret-off, namespace: xq7-dev}
spec: {schedule: {}}
`;

const fixture = gatewayFixture();
fixture.git('rm', '--quiet', '-r', 'tenants');
const files = {
  'platform.yaml': platform,
  'quota.yaml': quota.text,
  'grant.yaml': grant,
  'web.yaml': template('web').replace('xq7-default', 'plain'),
  'tenants/xq7.yaml': template('xq7-private'),
};
for (const [path, text] of Object.entries(files)) fixture.commit(`tenants/_platform/${path}`, text);
fixture.commit('tenants/pay/tenant.yaml', tenant('pay', people.owner.user));
fixture.commit('tenants/xq7/tenant.yaml', tenant('xq7', 'xq7@corp.io'));
fixture.commit('tenants/xq7/off.yaml', supervisor);
await fixture.gateway.branch.refresh();

async function preview(edits: Readonly<Record<string, string>>): Promise<string> {
  const body = { files: Object.entries(edits).map(([path, text]) => ({ path, text })) };
  return (await fixture.ask('owner', '/api/v1/previews', { method: 'POST', body })).text();
}

suite("files of the Platform's directory about a hidden tenant", (test) => {
  test('add no Templates to the list', async () => {
    const namesFor = async (name: 'admin' | 'owner') => {
      const found = await (await fixture.ask(name, '/api/v1/templates')).json();
      return (found as readonly { readonly name: string }[]).map((one) => one.name);
    };
    assert.equal(await namesFor('owner'), ['web']);
    assert.equal(await namesFor('admin'), ['web', 'xq7-private']);
  });

  test('add no names to the problems of a preview', async () => {
    const shown = await preview({ 'tenants/pay/a.yaml': instance('q7-private', 'pay-dev') });
    assert.match(shown, 'no file defines Template q7-private');
    assert.not.match(shown, 'xq7-private');
  });

  test('show no errors, even if a file cannot be parsed', async () => {
    const paths = ['_platform/tenants/xq7/a.yaml', 'xq7/a.yaml'];
    for (const path of paths) fixture.commit(`tenants/${path}`, 'a: [');
    await fixture.gateway.branch.refresh();
    const shown = await preview({ 'tenants/pay/a.yaml': instance('web', 'pay-dev') });
    assert.not.match(shown, 'xq7');
    fixture.git('revert', '--no-edit', 'HEAD', 'HEAD~1');
    await fixture.gateway.branch.refresh();
  });

  test('add no names to the reasons of a verdict', async () => {
    const edits = {
      'tenants/_platform/claim.yaml': claim,
      'tenants/pay/tenant.yaml': tenant('pay', people.owner.user, ', withoutTenantPrefix: [xq7-dev]'),
    };
    const { verdict } = JSON.parse(await preview(edits)) as {
      readonly verdict: { readonly reasons: readonly string[] };
    };
    assert.match(verdict.reasons.join('\n'), 'a document in another file belongs to the platform');
    assert.not.match(verdict.reasons.join('\n'), 'secret-off');
    assert.not.match(verdict.reasons.join('\n'), 'Tenant xq7');
  });

  test('add no names to the reasons of a verdict, even if they select no namespace of a tenant', () => {
    const origin = { file: 'tenants/_platform/xq7.yaml', document: 0, base: [] };
    const label = 'ClusterTemplateInstance xq7';
    const document = { label, origins: { before: origin, after: origin }, tenants: [], isTrusted: false, fields: [] };
    const proposal = { documents: [document], changes: [], documentOf: () => undefined, owners: new Map() };
    const { reasons } = judge(people.owner, proposal, sampleView.members);
    assert.match(reasons.join('\n'), 'a document in another file belongs to the platform');
    assert.not.match(reasons.join('\n'), 'xq7');
  });
});
