import * as assert from 'uvu/assert';
import { contracts } from '../../build/contracts.ts';
import { suite } from '../harness.ts';
import { runOn } from './fake-ports.ts';

const explained = async (...argv: string[]) => (await runOn({}, 'explain', ...argv)).stdout;

suite('explain of a field', (test) => {
  test('prints the type and the choices, and whether it is required', async () => {
    const text = await explained('Org.spec.plan_tier');
    assert.match(text, 'Org (tetrapus.io/v1alpha1)');
    assert.match(text, 'spec.plan_tier <string>, required');
    assert.match(text, 'free, team, enterprise');
  });

  test('lists the nested fields with their types', async () => {
    assert.match(await explained('Org.spec'), /^ {2}region_code +<string>, required/m);
    assert.match(await explained('mto-tenant.spec.accessControl.owners'), /^ {2}users +<list of string>/m);
  });

  test('describes each kind with the field if several systems have a kind of that name', async () => {
    const entries = JSON.parse(await explained('Tenant.spec.quota', '-o', 'json')) as { apiVersion: string }[];
    assert.equal(
      entries.map(({ apiVersion }) => apiVersion),
      ['tenantoperator.stakater.com/v1beta3'],
    );
    assert.match(await explained('Tenant'), /kleff\.kleff\.io\/v1[\s\S]*tenantoperator\.stakater\.com/);
  });

  test('prints every kind, without a tenants directory', async () => {
    for (const { id } of Object.values(contracts)) assert.ok((await explained(id)).length > 0, id);
  });
});
