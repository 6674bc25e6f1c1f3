import * as assert from 'uvu/assert';
import { isMap, parseAllDocuments } from 'yaml';
import type { KindId } from '../../build/contracts.ts';
import { documents } from '../../build/documents.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import { isError } from '../../core/problem/problem.ts';
import { kinds } from '../../kinds/index.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { isSample, type Repository, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { atLeast, tried } from '../runs.ts';

const platform = {
  path: '_shared/platform.yaml',
  text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {defaultNamespace: tenants, cluster: {mesh: none}, directoryPerTenant: true, tenantsDirectory: tenants, trustTenantDirectories: true}\n',
};
const layout = { directoryPerTenant: true, tenantsDirectory: 'tenants', trustTenantDirectories: true };
const shared = new Set(kinds.filter(({ tenancy }) => tenancy !== 'own').map(({ id }) => id));

/**
 * The same resources with one document in each file: a tenant's in the tenant directory, the others in the Platform's.
 */
function inDirectories({ files }: Repository): readonly SourceFile[] {
  const own = render(files).resources.filter(({ kind }) => !shared.has(kind));
  const tenants = new Map(own.map(({ origin, tenant }) => [`${origin.file} ${origin.document}`, tenant] as const));
  const split = files.flatMap((file) =>
    parseAllDocuments('text' in file ? file.text : '').flatMap((document, index) => {
      if (!isMap(document.contents)) return [];
      if (document.get('kind') === 'Platform')
        for (const [field, value] of Object.entries(layout)) document.setIn(['spec', field], value);
      const tenant = tenants.get(`${file.path} ${index}`);
      const folder = tenant === undefined ? '_shared' : `tenants/${tenant}`;
      return [{ path: `${folder}/${index}-${file.path.replaceAll('/', '-')}`, text: String(document) }];
    }),
  );
  return split.some(({ text }) => text.includes('kind: Platform')) ? split : [platform, ...split];
}

/** The render of one tenant from all files, and from its own and the shared files. */
function bothWays(all: readonly SourceFile[], tenant: string) {
  const own = all.filter(({ path }) => path.startsWith(`tenants/${tenant}/`) || path.startsWith('_shared/'));
  return { whole: render(all, { tenant }), part: render(own, { tenant, alone: true }) };
}

function kleff(name: string, labels = '{}'): string {
  return `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: ${name}, namespace: tenants, labels: ${labels}}
spec: {plan: free, userId: user-${name}, username: ${name}}
`;
}

const example = (kind: KindId) => documents[kind].example;
const acme = { path: 'tenants/acme/tenant.yaml', text: kleff('acme') };
const globex = { path: 'tenants/globex/tenant.yaml', text: kleff('globex') };

function problemsOf(...files: readonly SourceFile[]): readonly string[] {
  return render([platform, ...files])
    .problems.filter(isError)
    .map(({ code, message, fix }) => `${code}: ${message}; ${fix}`);
}

suite('law: a directory per tenant', (test) => {
  test('renders the same bytes as all files, or reports what is missing', () => {
    const counts = { alike: 0, rejected: 0 };
    // Samples contain unresolved references. These are errors with a Platform, which a directory per tenant requires.
    const repositories = validCorpus().filter((one) => !isSample(one));
    for (const repository of tried(repositories, 12)) {
      const all = inDirectories(repository);
      assert.ok(render(all).ok, repository.name);
      for (const tenant of new Set(render(all).objects.map((object) => object.tenant))) {
        if (!isTenant(tenant)) continue;
        const { whole, part } = bothWays(all, tenant);
        if (part.ok) assert.equal(part.files, whole.files, repository.name);
        else
          for (const { code } of part.problems.filter(isError))
            assert.ok(['partial-read', 'unresolved-reference'].includes(code), `${repository.name}: ${code}`);
        counts[part.ok ? 'alike' : 'rejected'] += 1;
      }
    }
    assert.ok(counts.alike > atLeast(12, 150) && counts.rejected > atLeast(0, 10), JSON.stringify(counts));
  });

  test('cannot be the only directory that is read, unless the Platform has directoryPerTenant', () => {
    const { ok, problems } = render([acme], { tenant: 'acme', alone: true });
    assert.not(ok);
    assert.match(problems[0]?.fix ?? '', /^set spec\.directoryPerTenant in the Platform/);
  });

  test('is in the tenants directory, and a directory with its name elsewhere is an error', () => {
    const second = { path: 'more/acme/tenant.yaml', text: kleff('more', '{leasehold.dev/tenant: acme}') };
    const [problem = '', ...others] = problemsOf(acme, globex, second);
    assert.equal(others, []);
    assert.match(problem, 'Tenant more must be in tenants/acme/, not in more/acme/');
    const inner = { ...second, path: 'tenants/acme/apps/acme/tenant.yaml' };
    assert.equal(problemsOf(acme, globex, inner), []);
  });

  test('is not sufficient for the platform, because its objects depend on all tenants', () => {
    const { ok, problems } = render([platform, acme], { tenant: 'platform', alone: true });
    assert.not(ok);
    assert.match(problems.find(isError)?.message ?? '', 'depend on the files of all tenants');
  });

  test('is not sufficient to detect a conflict with another tenant, which a check of all files detects', () => {
    const text = acme.text.replace('name: acme', 'name: globex');
    const { whole, part } = bothWays([platform, acme, { ...globex, text }], 'acme');
    assert.equal([whole.ok, part.ok], [false, true]);
  });

  test('is a sibling of the directory of the Platform by default', () => {
    const files = [acme, globex].map(({ path, text }) => ({ path: `eu/${path.slice('tenants/'.length)}`, text }));
    const text = platform.text.replace(' tenantsDirectory: tenants,', '');
    const settings = { path: 'eu/platform/platform.yaml', text };
    assert.equal(render([settings, ...files]).problems, []);
    const outside = { path: 'acme/tenant.yaml', text: kleff('acme') };
    assert.is(render([settings, outside]).problems[0]?.fix, 'move it to eu/acme/');
  });

  test('reports a file outside the tenant directories, even in a directory elsewhere with the name of the tenant', () => {
    for (const path of ['acme.yaml', 'tenants/acme.yaml', 'other/acme/tenant.yaml']) {
      const actual = path.slice(0, path.lastIndexOf('/') + 1) || 'the top directory';
      const message = `Tenant acme must be in tenants/acme/, not in ${actual}: the Platform requires a directory per tenant`;
      const fix = 'move it to tenants/acme/';
      assert.equal(problemsOf({ path, text: kleff('acme') }), [`wrong-directory: ${message}; ${fix}`]);
    }
  });

  test("does not allow a file named platform in tenants/ of the Platform's directory", () => {
    const about = { path: '_shared/tenants/platform.yaml', text: kleff('acme') };
    const fix = "rename the file or the directory in tenants/ of the Platform's directory";
    assert.equal(problemsOf(about), [`reserved-tenant: platform is reserved and cannot be a tenant name; ${fix}`]);
  });

  test('prevents authors of other directories from adding resources to the tenant', () => {
    const intruder = { path: 'tenants/globex/intruder.yaml', text: kleff('intruder', '{leasehold.dev/tenant: acme}') };
    const [problem = '', ...others] = problemsOf(acme, globex, intruder);
    assert.equal(others, []);
    assert.match(problem, 'the label leasehold.dev/tenant is acme, but the file is in the directory of tenant globex');
    const files = [platform, acme, globex, intruder];
    assert.ok(render(files, { tenant: 'acme' }).ok);
    assert.not(render(files, { tenant: 'globex' }).ok);
  });

  test('prevents a label from changing the objects of another tenant', () => {
    const org = { path: 'tenants/globex/org.yaml', text: example('org').replaceAll('acme', 'globex') };
    const label = 'namespace: tenants\n  labels: {leasehold.dev/tenant: acme}';
    const key = example('key-material').replace('tenants/acme', 'tenants/globex').replace('namespace: tenants', label);
    const files = [platform, acme, org, { path: 'tenants/acme/key.yaml', text: key }];
    const message = 'the file belongs to tenant acme, but the resource refers to Org globex of tenant globex';
    assert.match(problemsOf(...files.slice(1))[0] ?? '', message);
    for (const tenant of ['acme', 'globex']) assert.not(render(files, { tenant }).ok, tenant);
    const unlabeled = key.replace(/\n *labels:.*/, '');
    const ofPlatform = { path: '_shared/tenants/acme.yaml', text: unlabeled };
    assert.match(problemsOf(...files.slice(1, 3), ofPlatform)[0] ?? '', message);
  });

  test('does not depend on the path of the checkout, even in a directory with the name of a tenant', () => {
    const below = (files: readonly SourceFile[]) => files.map((file) => ({ ...file, path: `/home/acme/${file.path}` }));
    assert.equal(render(below([platform, acme, globex])).problems, []);
    const loose = { path: 'tenants/tenant.yaml', text: acme.text };
    assert.not(render(below([platform, loose, globex])).ok);
  });

  test('determines the tenant of a file, regardless of subdirectories', () => {
    const inner = { path: 'tenants/acme/globex/tenant.yaml', text: kleff('globex') };
    const [resource] = render([platform, inner]).resources.filter(({ name }) => name === 'globex');
    assert.is(resource?.tenant, 'acme');
  });

  test('contains nothing that tenants share', () => {
    const text = example('plan');
    const [problem = ''] = problemsOf(acme, { path: 'tenants/acme/plan.yaml', text });
    assert.match(
      problem,
      "Plan basic must be in the Platform's directory, not in tenants/acme/: tenants share this resource",
    );
    assert.equal(problemsOf(acme, { path: '_shared/plan.yaml', text }), []);
  });

  test('requires shared documents in the directory of the Platform', () => {
    const place = "must be in the Platform's directory, not in tenants/plans/: tenants share this resource";
    for (const kind of ['plan', 'group', 'mto-integration-config', 'mto-cluster-resource-supervisor'] as const)
      assert.match(problemsOf(acme, { path: `tenants/plans/${kind}.yaml`, text: example(kind) })[0] ?? '', place, kind);
    assert.equal(problemsOf(acme, { path: '_shared/plans/eu/plan.yaml', text: example('plan') }), []);
    assert.match(problemsOf(acme, { path: '_shared2/plan.yaml', text: example('plan') })[0] ?? '', 'not in _shared2/');
  });

  test('can contain a ResourceSupervisor of its own tenant only', () => {
    const text = `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: pay}\nspec: {quota: q, namespaces: {withTenantPrefix: [dev]}}\n`;
    const quota = { path: '_shared/q.yaml', text: example('mto-quota').replace(/name: .*/, 'name: q') };
    const pay = { path: 'tenants/pay/tenant.yaml', text };
    const nights = { path: 'tenants/pay/nights.yaml', text: example('mto-resource-supervisor') };
    assert.equal(problemsOf(acme, pay, quota, nights), []);
    assert.match(
      problemsOf(acme, pay, quota, { ...nights, path: 'tenants/acme/nights.yaml' })[0] ?? '',
      'not in tenants/acme/',
    );
  });
});
