import * as assert from 'uvu/assert';
import { type Rendering, render, type SourceFile } from '../../leasehold.ts';
import { isSample, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { tried } from '../runs.ts';

const plane = `apiVersion: tetrapus.io/v1alpha1
kind: TenantPlane
metadata: {name: shared, namespace: tenants}
spec: {region_code: eu-west-1, data_plane_image: "tetrapus/server:1.0.0", max_orgs: 5}
`;

function org(name: string, more = ''): string {
  return `apiVersion: tetrapus.io/v1alpha1
kind: Org
metadata: {name: ${name}, namespace: tenants}
spec: {slug: ${name}, region_code: eu-west-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0"${more}}
`;
}

function kleff(name: string, namespace = 'tenants'): string {
  return `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: ${name}, namespace: ${namespace}}
spec: {plan: free, userId: user-${name}, username: ${name}}
`;
}

/** The tenants that render, each on its own. */
function rendered(texts: readonly string[], tenants: readonly string[]): readonly string[] {
  const files: readonly SourceFile[] = texts.map((text, index) => ({ path: `${index}.yaml`, text }));
  return tenants.filter((tenant) => render(files, { tenant }).ok);
}

suite('law: an error that affects a tenant fails the tenant', (test) => {
  const tenants = ['acme', 'other', 'shared'];
  const placed = org('acme', ', tenant_plane_ref: shared');

  test('a tenant fails with the resource that it names', () => {
    assert.equal(rendered([plane, placed, org('other')], tenants), tenants);
    const broken = plane.replace('max_orgs: 5', 'max_orgs: many');
    assert.equal(rendered([broken, placed, org('other')], tenants), ['other']);
  });

  test('a tenant fails with the resource that its own output lists', () => {
    const broken = placed.replace('slug: acme', 'slug: 5');
    assert.equal(rendered([plane, broken, org('other')], tenants), ['other']);
  });

  test('every tenant fails with the Platform', () => {
    const platform = 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {no: 1}\n';
    assert.equal(rendered([platform, plane, placed, org('other')], tenants), []);
  });

  test('a tenant that a document mentions fails if the document hides its tenant', () => {
    const key = `apiVersion: tetrapus.io/v1alpha1
kind: KeyMaterial
metadata: {name: jwt, namespace: tenants}
spec: {org_ref: tenants/acme, kms_uri: "aws-kms:arn:aws:kms:us-east-1:123:key/abcd-1234", kid: jwt}
`;
    const labeled = kleff('ada').replace(
      'namespace: tenants',
      'namespace: tenants, labels: {leasehold.dev/tenant: acme}',
    );
    const hidden = [
      org('acme').replace('metadata:', 'metadta:'),
      labeled.replace('labels:', 'label:'),
      labeled.replace('metadata: {', 'metadata: {name: ada, namespace: tenants}\nlabels: {').replace(' labels:', ' x:'),
      labeled.replace('leasehold.dev/tenant: acme', 'leasehold.dev/tenant: [acme]'),
      key.replace('org_ref: tenants/acme', 'orgref: tenants/acme'),
      key.replace('org_ref: tenants/acme', 'org_ref: /acme'),
    ];
    for (const text of hidden)
      assert.equal(rendered([kleff('acme'), text, kleff('other')], ['acme', 'other']), ['other'], text);
    const mistyped = key.replace('tenants/acme', 'tenants/acmee');
    const files = [org('acme'), mistyped].map((text, index) => ({ path: `tenants/acme/${index}.yaml`, text }));
    assert.ok(render([files[0] as SourceFile], { tenant: 'acme' }).ok);
    assert.not(render(files, { tenant: 'acme' }).ok);
  });

  test('a tenant fails with a shared resource without a name that it could use', () => {
    const roster = 'apiVersion: leasehold.dev/v1alpha1\nkind: Group\nmetadata: {name: devs}\nspec: {users: [ada]}\n';
    const quota = 'apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: {name: none}\nspec: {}\n';
    const pay = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: pay}
spec: {quota: none, accessControl: {owners: {groups: [devs]}}, namespaces: {sandboxes: {enabled: true}}}
`;
    assert.equal(rendered([roster, quota, pay, org('other')], ['pay', 'other']), ['pay', 'other']);
    const broken = roster.replace('metadata: {name: devs}', 'metadta: {name: devs}');
    assert.equal(rendered([broken, quota, pay, org('other')], ['pay', 'other']), ['other']);
  });

  test('an invalid resource cannot count as the platform and fail every tenant', () => {
    const posing = org('acme').replace('name: acme', 'name: acme, labels: {leasehold.dev/tenant: _platform}');
    assert.equal(rendered([posing, org('other')], ['acme', 'other']), ['other']);
  });

  test('a namespace conflict fails both sides and no other tenant', () => {
    const intruder = kleff('intruder', 'user-host');
    const all = ['host', 'intruder', 'guest'];
    assert.equal(rendered([kleff('host'), intruder, kleff('guest')], all), ['guest']);
    const { problems } = render([kleff('host'), intruder].map((text, index) => ({ path: `${index}.yaml`, text })));
    assert.equal(
      problems
        .filter(({ severity }) => severity === 'error')
        .map(({ at, message }) => `${at.file} ${at.path}: ${message}`),
      [
        '0.yaml spec.userId: namespace user-host contains Tenant user-host/intruder, which belongs to another tenant, so this tenant cannot own the namespace',
        '1.yaml metadata.namespace: namespace user-host belongs to another tenant: Tenant tenants/host defines it',
      ],
    );
  });
});

suite('law: the listed tenants are exactly those that can be rendered', (test) => {
  const shownIn = ({ objects, inventory }: Rendering) =>
    [...new Set([...objects, ...inventory.resources].map(({ tenant }) => tenant))].sort();

  test('each renders its part of the complete render', () => {
    for (const { name, files, rendering } of tried(validCorpus(), 6)) {
      for (const tenant of shownIn(rendering)) {
        const own = new Set(rendering.objects.filter((one) => one.tenant === tenant).map(({ file }) => file));
        const part = rendering.files.filter(({ path }) => own.has(path));
        assert.equal(texts(render(files, { tenant }).files), texts(part), `${tenant} of ${name}`);
      }
    }
  });

  test('the error for an unknown tenant lists them and the platform', () => {
    // A sample can name a tenant that no file defines.
    for (const { name, files, rendering } of validCorpus().filter((one) => !isSample(one))) {
      const problem = render(files, { tenant: 'nobody' }).problems.find(({ code }) => code === 'unknown-tenant');
      const choices = [...new Set([...shownIn(rendering), 'platform'])].sort();
      assert.equal(problem?.choices, choices, name);
    }
  });
});

function texts(files: Rendering['files']): readonly (readonly string[])[] {
  return files.map(({ path, text }) => [path, text]);
}

suite('law: shared objects belong to `platform`, which is not a tenant', (test) => {
  const supervisor = `apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: {name: nights, namespace: user-acme}
spec: {schedule: {sleepSchedule: "0 20 * * *", wakeSchedule: "0 8 * * *"}}
`;
  const key = `apiVersion: tetrapus.io/v1alpha1
kind: KeyMaterial
metadata: {name: key, namespace: tenants}
spec: {org_ref: platform, kms_uri: "aws-kms:arn:aws:kms:us-east-1:123:key/abcd-1234", kid: jwt}
`;
  const named = (name: string, labels = '') => org('acme').replace('name: acme', `name: ${name}, labels: {${labels}}`);

  test('`platform` depends on all tenants, so that an error of any tenant fails it', () => {
    const texts = [kleff('acme'), supervisor];
    assert.equal(rendered(texts, ['platform']), ['platform']);
    assert.equal(rendered([kleff('acme'), supervisor.replace('spec', 'spce')], ['platform']), []);
    assert.equal(rendered([...texts, kleff('other').replace('plan', 'plna')], ['acme', 'other', 'platform']), ['acme']);
  });

  test('in a shard, `platform` depends on all tenants if namespaces hibernate, but not for templates of Gatekeeper', () => {
    const gatekeeper = `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {cluster: {policyEngine: gatekeeper}}\n`;
    const broken = kleff('other').replace('plan', 'plna');
    const idsOf = (...all: readonly string[]) => {
      const files = all.map((text, index) => ({ path: `${index}.yaml`, text }));
      const { ok, objects } = render(files, { includes: (tenant) => tenant === 'platform' });
      return ok ? objects.map(({ id }) => id.name) : 'rejected';
    };
    const templates = idsOf(gatekeeper, kleff('other'));
    assert.is(templates.length, 4);
    assert.equal(idsOf(gatekeeper, broken), templates);
    assert.equal(idsOf(gatekeeper, kleff('acme'), broken), templates);
    assert.ok(idsOf(gatekeeper, kleff('acme'), kleff('other'), supervisor).length > 4);
    assert.is(idsOf(gatekeeper, kleff('acme'), broken, supervisor), 'rejected');
  });

  test('a reserved tenant name in a name, label or owner is rejected, and fails no other tenant', () => {
    const posing = [named('platform'), named('acme', 'leasehold.dev/tenant: platform')];
    for (const text of [...posing, key]) {
      const files = [text, org('other')].map((one, index) => ({ path: `${index}.yaml`, text: one }));
      const { ok, problems } = render(files);
      assert.not(ok);
      assert.ok(
        problems.some(({ code, at }) => code === 'reserved-tenant' && at.file === '0.yaml'),
        JSON.stringify(problems),
      );
      assert.equal(rendered([text, org('other')], ['platform', 'other']), ['other']);
    }
  });

  test('a resource that does not define a tenant can be named platform', () => {
    const platform = 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {}\n';
    assert.equal(rendered([platform, kleff('acme')], ['acme', 'platform']), ['acme', 'platform']);
  });
});
