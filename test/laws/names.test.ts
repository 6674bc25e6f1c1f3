import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { acme, file, grant, kleff, kryton, quota, shared } from './grant-attacks.ts';

function errorsOf(files: readonly SourceFile[]): readonly string[] {
  return render(files)
    .problems.filter(isError)
    .map(({ at, code }) => `${at.file} ${code}`);
}

/** Three resources that define a tenant, with names that start with the tenant's name. */
function everything(tenant: string, rest: string): string {
  const name = `${tenant}${rest}`;
  return [
    `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: ${name}, namespace: tenants}\nspec: {plan: free, userId: ${name}, username: ${tenant}}\n`,
    `apiVersion: tetrapus.io/v1alpha1\nkind: Org\nmetadata: {name: ${name}, namespace: tenants}\nspec: {slug: ${tenant}, region_code: us-east-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0"}\n`,
    `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: ${tenant}}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev, xx${rest}]}, accessControl: {owners: {users: [kim@example.com]}}}\n`,
  ].join('---\n');
}

suite('law: a name belongs to one tenant', (test) => {
  const alone = render([...shared, acme], { tenant: 'acme' });
  const others = [
    grant(
      'initech',
      { tenants: ['initech'], names: ['hooli'], namespaces: ['billing-eu'] },
      'platform/tenants/initech.yaml',
    ),
    file('platform/plane.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: planes-eu}\n'),
  ];

  test('a Tenant without a namespace cannot have the name of another tenant, whatever the Platform sets as default', () => {
    const withoutDefault = shared.map((one) => ({ ...one, text: one.text.replace(', defaultNamespace: tenants', '') }));
    const namespaceless = (name: string, userId: string) =>
      file(
        `tenants/${userId}/kleff.yaml`,
        kleff(userId, 'free', userId).text.replace('{name: evil, namespace: tenants}', `{name: ${name}}`),
      );
    for (const base of [withoutDefault, shared]) {
      const own = [...base, namespaceless('acme', 'acme'), namespaceless('evil-eu', 'evil')];
      assert.equal(errorsOf(own), []);
      const stolen = [...base, namespaceless('acme', 'acme'), namespaceless('acme', 'evil')];
      assert.equal(errorsOf(stolen), ['tenants/evil/kleff.yaml not-granted']);
    }
  });

  test('the volume of a StatefulSet in a shared namespace belongs to the tenant of the StatefulSet, not to a tenant data', () => {
    const mounting = (tenant: string, existingClaim: string) => {
      const { text } = kryton({ existingSecret: tenant, persistence: { existingClaim } }, 'tenants', tenant);
      return errorsOf([...shared, file(`tenants/${tenant}/k.yaml`, text)]);
    };
    const stolen = ['tenants/data/k.yaml not-granted'];
    assert.equal(mounting('data', 'data-acme-notes-postgresql-0'), stolen);
    assert.equal(mounting('acme', 'data-acme-notes-postgresql-0'), []);
    assert.equal(mounting('data', 'data-data-postgresql-0'), []);
    assert.equal(mounting('data', 'data-notes'), []);
  });

  for (const name of [
    'kube',
    'kube-x',
    'istio',
    'cert',
    'default',
    'argocd',
    'leasehold',
    'multi-tenant',
    'tenants',
    'org',
    'org-acme',
    'plane',
    'plane-eu',
    'billing',
    'hooli',
    'hooli-eu',
  ])
    test(`a directory ${name}, which would own the name of someone else, is an error only of its own tenant`, () => {
      const files = [...shared, ...others, acme, file(`tenants/${name}/a.yaml`, kleff(name, 'free', name).text)];
      const errors = errorsOf(files);
      assert.ok(errors.includes(`tenants/${name}/a.yaml reserved-tenant`), errors.join('\n'));
      assert.not(render(files, { tenant: name }).ok);
      assert.equal(render(files, { tenant: 'acme' }).files, alone.files);
    });

  test('the tenant that a Grant names can have the granted name', () => {
    const own = file('tenants/hooli/a.yaml', kleff('hooli', 'free', 'hooli').text);
    const given = grant('hooli', { tenants: ['hooli'], names: ['hooli'] }, 'platform/tenants/hooli.yaml');
    assert.equal(
      errorsOf([...shared, acme, given, own]).filter((error) => error.includes('reserved')),
      [],
    );
  });

  for (const name of ['inventory.json', 'hydrator.metadata', 'GLOBEX', 'Globex', 'a_b', 'x'.repeat(63).concat('y')])
    test(`${name.slice(0, 20)} is not a valid tenant name, with or without a directory per tenant`, () => {
      const text = kleff('globex', 'free', 'globex').text.replace(
        'namespace: tenants',
        `namespace: tenants, labels: {leasehold.dev/tenant: ${name}}`,
      );
      const errors = errorsOf([{ path: 'globex.yaml', text }]);
      assert.ok(errors.length > 0);
      const inDirectory = file(`tenants/${name}/a.yaml`, kleff('globex', 'free', 'globex').text);
      assert.ok(errorsOf([...shared, acme, inDirectory]).length > 0);
      assert.equal(render([...shared, acme, inDirectory], { tenant: 'acme' }).files, alone.files);
    });

  test('names of two tenants never collide, regardless of their length and similarity', () => {
    const word = fc.stringMatching(/^[a-c]{1,2}$/);
    const name = fc
      .array(word, { minLength: 1, maxLength: 12 })
      .map((words) => words.join('-').slice(0, 40).replace(/-$/, ''));
    const tail = fc.constantFrom('', '-a', '-b', '-a-b');
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(name, tail), { minLength: 2, maxLength: 4, selector: ([one]) => one }),
        (tenants) => {
          const files = tenants.map(([one, rest]) => file(`tenants/${one}/a.yaml`, everything(one, rest)));
          const overlap = tenants.some(([one]) => tenants.some(([other]) => other.startsWith(`${one}-`)));
          const errors = errorsOf([...shared, ...files]);
          if (overlap) assert.match(errors.join(), 'reserved-tenant');
          else assert.equal(errors, []);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a group cannot take over the Vault objects of a group of another tenant', () => {
    const vault = file(
      'platform/vault.yaml',
      JSON.stringify({
        apiVersion: 'tenantoperator.stakater.com/v1beta1',
        kind: 'IntegrationConfig',
        metadata: { name: 'config', namespace: 'multi-tenant-operator' },
        spec: {
          integrations: {
            vault: { enabled: true, accessInfo: { accessorPath: 'oidc/', address: 'https://vault', roleName: 'r' } },
          },
        },
      }),
    );
    const fields = { 'Tenant.tenantoperator.stakater.com': { vaultGroups: ['*'] } };
    const anyGroup = grant('vault', { tenants: ['*'], fields });
    const tenant = (name: string, group: string) =>
      file(
        `tenants/${name}/tenant.yaml`,
        `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: ${name}}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev]}, accessControl: {owners: {groups: ["${group}"]}}}\n`,
      );
    const groupsOf = (...tenants: readonly SourceFile[]) => {
      const { problems, objects } = render([...shared, anyGroup, vault, ...tenants]);
      assert.equal(problems.filter(isError), []);
      return objects.filter(({ id }) => id.kind === 'Group').map(({ id }) => id.name);
    };
    for (const group of ['ACME Admins', 'a'.repeat(253)]) {
      const [name = ''] = groupsOf(tenant('acme', group));
      assert.ok(name.length <= 253);
      const both = groupsOf(tenant('acme', group), tenant('evil', name.slice('mto-'.length)));
      assert.is(new Set(both).size, 2);
    }
  });

  test('an instance for all tenants belongs to none of them, and an additional recipient changes nothing', () => {
    const template = {
      apiVersion: 'templates.stakater.com/v1alpha1',
      kind: 'Template',
      metadata: { name: 'note' },
      resources: { manifests: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'note' } }] },
    };
    const instance = {
      apiVersion: 'templates.stakater.com/v1alpha1',
      kind: 'ClusterTemplateInstance',
      metadata: { name: 'all', labels: { tier: 'gold' } },
      spec: { template: 'note', selector: { matchExpressions: [{ key: 'stakater.com/tenant', operator: 'Exists' }] } },
    };
    const tenant = (name: string) => ({
      path: `${name}.yaml`,
      text: `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: ${name}}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev]}, accessControl: {owners: {users: [kim@example.com]}}}\n`,
    });
    const common = [
      quota,
      { path: 'template.yaml', text: JSON.stringify(template) },
      { path: 'instance.yaml', text: JSON.stringify(instance) },
    ];
    const outputOf = (names: readonly string[]) => {
      const { ok, files, resources } = render([...common, ...names.map(tenant)]);
      assert.ok(ok);
      assert.is(resources.find(({ name }) => name === 'all')?.tenant.startsWith('_'), true);
      return files.filter(({ path }) => path.startsWith('acme/')).map(({ path, text }) => [path, text]);
    };
    const alone = outputOf(['acme']);
    assert.is(alone.length, 2);
    assert.equal(outputOf(['acme', 'globex', 'zeta']), alone);
  });
});
