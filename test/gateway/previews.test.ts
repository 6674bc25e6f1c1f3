import * as assert from 'uvu/assert';
import { worldOf } from '../../console/model/world.ts';
import { textAt } from '../../data/tree.ts';
import { visibleProblems } from '../../gateway/routes/visible.ts';
import { viewOf } from '../../gateway/world/view.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { gatewayFixture, jsonOf } from './fixture.ts';
import { fixture } from './hidden-tenant.ts';
import type { PersonName } from './people.ts';
import { addMember, before, edit } from './propose.ts';

function preview(name: PersonName, body: object): Promise<Response> {
  return fixture.ask(name, '/api/v1/previews', { method: 'POST', body });
}

const supervisor = (namespace: string) =>
  `apiVersion: hibernation.stakater.com/v1beta1\nkind: ResourceSupervisor\nmetadata:\n  name: a\n  namespace: ${namespace}\nspec:\n  schedule: {}\n`;

interface Shown {
  readonly changes: readonly { readonly tenant: string; readonly fields: readonly unknown[] }[];
  readonly verdict: { readonly verdict: string; readonly reasons: readonly string[] };
}

suite('previews', (test) => {
  test('show nothing about other tenants in shared objects', async () => {
    const more = edit(before.replace('      - dev\n', '      - dev\n      - test\n'));
    const response = await preview('owner', more);
    const text = await response.text();
    assert.is(response.status, 200);
    assert.not.match(text, 'xq7');
    const shared = (JSON.parse(text) as Shown).changes.filter(({ tenant }) => tenant === 'platform');
    assert.ok(shared.length > 0 && shared.every(({ fields }) => fields.length === 0));
    assert.match(await (await preview('admin', more)).text(), 'xq7-prod');
  });

  test('suggest no name of another tenant', async () => {
    const files = [{ path: 'tenants/a.yaml', text: supervisor('x7-dev') }];
    const shown = await (await preview('owner', { files })).text();
    assert.match(shown, 'no tenant has namespace x7-dev');
    assert.not.match(shown, 'xq7');
    assert.match(await (await preview('admin', { files })).text(), 'did you mean xq7-dev?');
  });

  test('suggest no name of another tenant that contains a dot', () => {
    const org = `apiVersion: tetrapus.io/v1alpha1\nkind: Org\nmetadata: {name: secret.eu, namespace: orgs}\nspec: {slug: other, region_code: us-east-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0"}\n`;
    const key = `apiVersion: tetrapus.io/v1alpha1\nkind: KeyMaterial\nmetadata: {name: own, namespace: keys}\nspec: {org_ref: orgs/secret.e, kid: k, kms_uri: "aws-kms:x"}\n`;
    const files = [
      { path: 'hidden.yaml', text: org },
      { path: 'own.yaml', text: key },
    ];
    const problems = render(files).problems.filter(({ code }) => code === 'unresolved-reference');
    assert.match(JSON.stringify(problems), 'secret.eu');
    const shown = visibleProblems(problems, viewOf('a'.repeat(40), worldOf(files)), (tenant) => tenant !== 'secret.eu');
    assert.is(shown.length, problems.length);
    assert.not.match(JSON.stringify(shown), 'secret.eu');
  });

  test('are limited in the YAML that takes long to parse, in any number of directories', async () => {
    const text = `a: [[[[[${'1,'.repeat(100_000)}]]]]]\n`;
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ path: `tenants/x${index}/a.yaml`, text }));
    const [few, many] = [await preview('owner', { files: files(1) }), await preview('owner', { files: files(4) })];
    assert.is(few.status, 200);
    assert.is(many.status, 422);
    assert.match(await many.text(), 'more than 600000 YAML tokens');
  });

  test("with directoryPerTenant, are denied for files outside the person's directories", async () => {
    const platform =
      'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true}\n';
    const separate = gatewayFixture();
    separate.git('rm', '--quiet', '-r', 'tenants');
    separate.commit('tenants/_platform/platform.yaml', platform);
    separate.commit('tenants/_platform/tenants/pay/tenant.yaml', before);
    await separate.gateway.branch.refresh();
    const statusOf = async (name: PersonName, tenant: string) => {
      const body = { files: [{ path: `tenants/${tenant}/a.yaml`, text: supervisor('pay-dev') }] };
      return (await separate.ask(name, '/api/v1/previews', { method: 'POST', body })).status;
    };
    assert.is(await statusOf('owner', 'pay'), 200);
    assert.is(await statusOf('owner', 'missing'), 403);
    assert.is(await statusOf('admin', 'missing'), 200);
  });

  test('render nothing if they contain a document that only administrators can change', async () => {
    const template =
      'apiVersion: templates.stakater.com/v1alpha1\nkind: Template\nmetadata: {name: slow}\nresources: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]}\n';
    const files = [
      { path: 'tenants/slow.yaml', text: template },
      { path: 'tenants/a.yaml', text: supervisor('pay-dev') },
    ];
    const shown = async (name: PersonName) => (await jsonOf(await preview(name, { files }))) as unknown as Shown;
    const { changes, verdict } = await shown('owner');
    assert.equal([changes, verdict.verdict], [[], 'denied']);
    assert.match(verdict.reasons.join(), 'Template slow belongs to the platform');
    assert.ok((await shown('admin')).changes.length > 0);
    const inventory = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [] });
    const simulation = await fixture.ask('owner', '/api/v1/simulations', {
      method: 'POST',
      body: { files, inventory },
    });
    assert.is(simulation.status, 403);
  });

  test('require a role in a tenant', async () => {
    for (const name of ['stranger', 'finance'] as const)
      assert.is((await preview(name, { files: [] })).status, 403, name);
  });

  test('contain only the cost of tenants that the person may see', async () => {
    const amountFor = async (name: PersonName) => {
      const { ceiling } = await jsonOf(await preview(name, { intent: addMember }));
      return (ceiling as { readonly before: { readonly amount: number } }).before.amount;
    };
    const all = await amountFor('admin');
    assert.ok((await amountFor('owner')) < all && (await amountFor('viewer')) < all);
  });

  test('treat a hidden tenant like a missing one', async () => {
    const answerTo = async (tenant: string) => {
      const response = await preview('owner', { intent: { ...addMember, tenant } });
      return `${response.status} ${(await response.text()).replaceAll(tenant, '')}`;
    };
    assert.is(await answerTo('xq7'), await answerTo('missing'));
  });

  test('let an administrator create the first tenant', async () => {
    const empty = gatewayFixture();
    empty.git('rm', '--quiet', '-r', 'tenants');
    const platform = 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {}\n';
    empty.commit('tenants/platform.yaml', platform);
    await empty.gateway.branch.refresh();
    const tenant = `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: first}\nspec: {plan: basic, userId: a, username: a}\n`;
    const body = { files: [{ path: 'tenants/first.yaml', text: tenant }] };
    const ask = (name: PersonName) => empty.ask(name, '/api/v1/previews', { method: 'POST', body });
    const found = await jsonOf(await ask('admin'));
    assert.is(textAt(found, 'verdict', 'verdict'), 'allowed', JSON.stringify(found).slice(0, 500));
    assert.is((await ask('owner')).status, 403);
  });
});
