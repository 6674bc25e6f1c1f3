import * as assert from 'uvu/assert';
import { documentTexts } from '../../analysis/offboard/documents.ts';
import { offboard, readDocuments, render, type SourceFile } from '../../leasehold.ts';
import { validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { kleffTenant } from './sandbox.ts';

const platform = {
  path: 'tenants/platform.yaml',
  text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {defaultNamespace: tenants}\n',
};

/** A Tenant with a last day. */
function leaving(name: string, day = '2026-12-31'): string {
  return kleffTenant(name).replace('annotations: {', `annotations: { leasehold.dev/delete-after: "${day}",`);
}

const file = (name: string, text: string) => ({ path: `tenants/${name}.yaml`, text });

suite('a tenant after its last day', (test) => {
  test('is removed on the next day', () => {
    const files = [platform, file('acme', leaving('acme')), file('globex', kleffTenant('globex'))];
    assert.equal(offboard(files, '2026-12-31').removed, []);
    const { removed, changes } = offboard(files, '2027-01-01');
    assert.equal(removed, [{ tenant: 'acme', deleteAfter: '2026-12-31' }]);
    assert.equal(changes, [{ path: 'tenants/acme.yaml', before: leaving('acme'), text: undefined }]);
  });

  test('is removed from a file, and the other documents of the file do not change', () => {
    const other = `# ours\n${kleffTenant('globex')}# the end\n`;
    const files = [platform, file('all', `# first\n---\n${leaving('acme')}---\n${other}---\n${leaving('initech')}`)];
    assert.equal(
      offboard(files, '2027-01-01').changes.map(({ path, text }) => [path, text]),
      [['tenants/all.yaml', `---\n${other}`]],
    );
  });

  test('stays if other tenants need it, and does not prevent the removal of the next tenant', () => {
    const plane = `apiVersion: tetrapus.io/v1alpha1
kind: TenantPlane
metadata: {name: shared, namespace: tenants, annotations: {leasehold.dev/delete-after: "2026-01-01"}}
spec: {region_code: eu-west-1, data_plane_image: "tetrapus/server:1.0.0", max_orgs: 5}
`;
    const org = `apiVersion: tetrapus.io/v1alpha1
kind: Org
metadata: {name: acme, namespace: tenants}
spec: {slug: acme, region_code: eu-west-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0", tenant_plane_ref: tenants/shared}
`;
    const files = [platform, file('plane', plane), file('acme', org), file('zeta', leaving('zeta'))];
    const { removed, blocked, changes } = offboard(files, '2027-01-01');
    assert.equal(
      removed.map(({ tenant }) => tenant),
      ['zeta'],
    );
    assert.match(blocked[0]?.reason ?? '', 'no file defines TenantPlane tenants/shared');
    assert.equal(
      changes.map(({ path }) => path),
      ['tenants/zeta.yaml'],
    );
  });

  test('stays if it shares a List with another tenant', () => {
    const items = [leaving('acme'), kleffTenant('globex')].map((text) => `- ${text.trim().replaceAll('\n', '\n  ')}`);
    const files = [platform, file('list', `apiVersion: v1\nkind: List\nitems:\n${items.join('\n')}\n`)];
    assert.ok(render(files).ok, JSON.stringify(render(files).problems));
    assert.match(offboard(files, '2027-01-01').blocked[0]?.reason ?? '', 'tenants/list.yaml contains a List');
  });

  test('is reported for each setting that still refers to it', () => {
    const trusting = {
      path: 'platform/platform.yaml',
      text: platform.text.replace(
        'spec: {',
        'spec: {directoryPerTenant: true, trustTenantDirectories: true, tenantsDirectory: tenants, ',
      ),
    };
    const grant = {
      path: 'platform/grant.yaml',
      text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: hosts}\nspec: {tenants: [acme], hosts: [a.example.com]}\n',
    };
    const files = [trusting, grant, file('acme/acme', leaving('acme')), file('globex/globex', kleffTenant('globex'))];
    assert.equal(offboard(files, '2027-01-01').mentions, ['Grant hosts in platform/grant.yaml still mentions acme']);
  });

  test('is reported for each shared document that still refers to it, except by its own name', () => {
    const subscription =
      'apiVersion: finops.stakater.com/v1alpha1\nkind: Subscription\nmetadata: {name: db, namespace: fin, labels: {leasehold.dev/tenant: acme}}\nspec: {offeringRef: {name: acme}}\n';
    const offering =
      'apiVersion: finops.stakater.com/v1alpha1\nkind: Offering\nmetadata: {name: acme, namespace: fin}\nspec: {pricing: {subscriptionFee: {period: 1h, tickAlignment: ActivatedAt, priceMicros: 1}}}\n';
    const prices =
      'apiVersion: finops.stakater.com/v1alpha1\nkind: PriceBook\nmetadata: {name: p, namespace: fin}\nspec: {currency: USD, valuationMode: currency, rates: {}}\n';
    const files = [
      platform,
      file('acme', leaving('acme')),
      file('fees', [subscription, offering, prices].join('---\n')),
    ];
    assert.ok(render(files).ok, JSON.stringify(render(files).problems));
    assert.equal(offboard(files, '2027-01-01').mentions, [
      'Subscription fin/db in tenants/fees.yaml still mentions acme',
    ]);
  });
});

suite('the documents of a file', (test) => {
  test('are separated where the parser separates them', () => {
    let separated = 0;
    for (const { name, files } of validCorpus())
      for (const one of files.filter((source): source is SourceFile & { text: string } => 'text' in source)) {
        const texts = documentTexts(one.text);
        assert.is(texts.join(''), one.text, name);
        const bodies = (file: SourceFile) => readDocuments([file]).map(({ body }) => JSON.stringify(body));
        const apart = texts.flatMap((text) => bodies({ ...one, text }));
        assert.equal(apart, bodies(one), name);
        separated += texts.length;
      }
    assert.ok(separated > 700, `only ${separated} documents`);
  });
});
