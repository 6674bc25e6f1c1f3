import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { quota } from '../laws/grant-attacks.ts';
import { type Fixture, gatewayFixture, jsonOf } from './fixture.ts';
import { type PersonName, people } from './people.ts';

const platform =
  'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true}\n';
const tenant = (name: string, owner: string) =>
  `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: ${name}}\nspec: {quota: small, namespaces: {withTenantPrefix: [prod]}, accessControl: {owners: {users: ["${owner}"]}}}\n`;
const namespace = (name: string) =>
  `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}-web, labels: {stakater.com/tenant: ${name}}}\n`;

/** In the directory of acme, two files define the same namespace. The owner has a role only in globex. */
async function withErrors(): Promise<Fixture> {
  const fixture = gatewayFixture();
  fixture.git('rm', '--quiet', '-r', 'tenants');
  fixture.commit('tenants/_platform/platform.yaml', platform);
  fixture.commit('tenants/_platform/quota.yaml', quota.text);
  fixture.commit('tenants/_platform/tenants/globex.yaml', tenant('globex', people.owner.user));
  fixture.commit('tenants/_platform/tenants/acme.yaml', tenant('acme', 'mallory@example.com'));
  for (const file of ['a', 'b']) fixture.commit(`tenants/acme/${file}.yaml`, namespace('acme'));
  await fixture.gateway.branch.refresh();
  return fixture;
}

function propose({ ask, gateway }: Fixture, name: PersonName, path: string, text: string | null): Promise<Response> {
  const body = { title: 'Change', files: [{ path, text }] };
  const headers = { 'if-match': `"${gateway.branch.head().sha}"` };
  return ask(name, '/api/v1/changes', { method: 'POST', body, headers });
}

suite('errors in the directory of a tenant', (test) => {
  test('do not hide the namespaces of other tenants', async () => {
    const { ask } = await withErrors();
    const listed = (await (await ask('owner', '/api/v1/namespaces')).json()) as readonly { readonly name: string }[];
    assert.equal(
      listed.map(({ name }) => name),
      ['globex-prod'],
    );
    assert.equal(await jsonOf(await ask('admin', '/api/v1/names/namespace/globex-prod')), {
      free: false,
      takenBy: 'globex',
    });
  });

  test('make no name of a namespace available', async () => {
    const { ask } = await withErrors();
    assert.is((await ask('owner', '/api/v1/names/namespace/acme-web')).status, 503);
  });

  test('do not prevent changes of other tenants, or the change that removes the errors', async () => {
    const fixture = await withErrors();
    const widened = tenant('globex', people.owner.user).replace('owners:', 'viewers: {users: [kim@corp.io]}, owners:');
    assert.is((await propose(fixture, 'owner', 'tenants/_platform/tenants/globex.yaml', widened)).status, 201);
    assert.is((await propose(fixture, 'admin', 'tenants/acme/b.yaml', null)).status, 201);
    assert.is((await propose(fixture, 'admin', 'tenants/acme/c.yaml', namespace('acme'))).status, 422);
  });
});
