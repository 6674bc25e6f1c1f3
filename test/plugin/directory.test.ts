import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { documents } from '../../build/documents.ts';
import { suite } from '../harness.ts';
import { type Sandbox, tenant, withSandbox } from './sandbox.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, trustTenantDirectories: true}
`;
const two = {
  'tenants/platform/platform.yaml': platform,
  'tenants/acme/tenant.yaml': tenant('acme'),
  'tenants/globex/tenant.yaml': tenant('globex'),
};

const generateAt = async ({ call }: Sandbox, app: string, parameters: Readonly<Record<string, string>>) => {
  const env = Object.entries(parameters).map(([name, value]) => [`ARGOCD_ENV_${name.toUpperCase()}`, value] as const);
  return call('generate', Object.fromEntries(env), app);
};

function linesOf(text: string): readonly string[] {
  return text.split('\n').sort();
}

suite('the plugin, with a tenant directory next to that of the Platform,', (test) => {
  const here = 'tenants/platform';
  const of = (tenant: string) => ({ tenant, directory: `../${tenant}` });
  const acme = of('acme');

  test('generates the same bytes as a render of all tenants', async () => {
    await withSandbox(two, async (sandbox) => {
      const whole = await generateAt(sandbox, '.', { tenant: 'acme' });
      assert.is(whole.code, 0);
      assert.equal(await generateAt(sandbox, here, acme), whole);
    });
  });

  test('omits nothing: the tenants and the shared objects add up to the complete render', async () => {
    const supervisor = documents['mto-cluster-resource-supervisor'].example;
    const pay = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: pay}
spec: {quota: none, namespaces: {withTenantPrefix: [dev]}}
`;
    const quota = `apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: {name: none}\nspec: {}\n`;
    const shared = { 'tenants/platform/nights.yaml': supervisor, 'tenants/platform/quota.yaml': quota };
    await withSandbox({ ...two, ...shared, 'tenants/pay/tenant.yaml': pay }, async (sandbox) => {
      const whole = await generateAt(sandbox, '.', {});
      assert.is(whole.code, 0, whole.stderr);
      const own = ['acme', 'globex', 'pay'].map((tenant) => generateAt(sandbox, here, of(tenant)));
      const parts = await Promise.all([generateAt(sandbox, '.', { tenant: 'platform' }), ...own]);
      assert.ok(parts.every(({ stdout }) => stdout !== ''));
      assert.equal(linesOf(parts.map(({ stdout }) => stdout).join('')), linesOf(whole.stdout));
    });
  });

  test('reads all of its own directory, including subdirectories with any name', async () => {
    const more = tenant('more', '{leasehold.dev/tenant: acme}');
    await withSandbox({ ...two, 'tenants/acme/tenants/more.yaml': more }, async (sandbox) => {
      const whole = await generateAt(sandbox, '.', { tenant: 'acme' });
      assert.equal(await generateAt(sandbox, here, acme), whole);
    });
  });

  test('rejects an override of the Application in the directory of a tenant, and ignores one at the root', async () => {
    const override = 'plugin: {parameters: []}\n';
    for (const name of ['.argocd-source.yaml', '.argocd-source-tenant-acme.yaml'])
      await withSandbox({ ...two, [`tenants/acme/${name}`]: override }, async (sandbox) => {
        const fix = `tenants/acme/${name}:1: delete it, and set its parameters in the Application instead\n`;
        for (const [app, parameters] of [
          [here, acme],
          ['.', { tenant: 'acme' }],
          ['.', {}],
        ] as const)
          assert.is((await generateAt(sandbox, app, parameters)).stderr.slice(0, fix.length), fix);
        assert.is((await generateAt(sandbox, '.', { tenant: 'globex' })).code, 0);
      });
    await withSandbox({ ...two, '.argocd-source.yaml': override }, async (sandbox) => {
      assert.is((await generateAt(sandbox, '.', {})).code, 0);
    });
  });

  test('reads the Platform for a directory that is named like that of the plugin server', async () => {
    const nested = 'tenants/acme/_cmp_server/0002';
    const delegated = { 'tenants/platform/platform.yaml': platform.replace(', trustTenantDirectories: true', '') };
    await withSandbox({ ...delegated, [`${nested}/other.yaml`]: tenant('other') }, async (sandbox) => {
      const { code, stderr } = await generateAt(sandbox, nested, {});
      assert.is(code, 1);
      assert.match(stderr, `${nested}/other.yaml:2:7 error not-granted kind`);
    });
  });

  test('accepts a directory that is a submodule, which contains .git', async () => {
    await withSandbox({ ...two, 'tenants/acme/.git': 'gitdir: ../../.git/modules/acme\n' }, async (sandbox) => {
      const { code, stderr } = await generateAt(sandbox, here, acme);
      assert.equal([code, stderr], [0, '']);
    });
  });

  test('reports which of the two directories contains no files', async () => {
    await withSandbox({ ...two, 'tenants/empty/README.md': '' }, async (sandbox) => {
      const own = await generateAt(sandbox, 'tenants/empty', acme);
      assert.match(own.stderr, /^the application's directory contains no Platform; add the Platform to it/);
      const other = await generateAt(sandbox, here, of('empty'));
      assert.match(other.stderr, /^the parameter directory is \S+, which contains no \.yaml, \.yml or \.json files/);
    });
  });

  test('reads no other directory, so errors there do not matter', async () => {
    await withSandbox({ ...two, 'tenants/globex/tenant.yaml': 'not: [read' }, async (sandbox) => {
      assert.is((await generateAt(sandbox, here, acme)).code, 0);
      assert.is((await generateAt(sandbox, '.', {})).code, 1);
    });
  });

  test('reports paths relative to the root of the repository', async () => {
    await withSandbox({ ...two, 'tenants/acme/tenant.yaml': tenant('acme', '{}', 'basci') }, async (sandbox) => {
      const { stderr } = await generateAt(sandbox, here, acme);
      assert.match(stderr, /^tenants\/acme\/tenant\.yaml:4: spec\.plan: did you mean basic\?/);
    });
  });

  test('fails unless the Platform has directoryPerTenant', async () => {
    const fix =
      /^set spec\.directoryPerTenant in the Platform, and keep the Platform in the directory of the Application/;
    const wrong = { ...two, 'tenants/platform/platform.yaml': platform.replace('true', 'false') };
    await withSandbox({ ...wrong, 'tenants/plans/README.md': '' }, async (sandbox) => {
      assert.match((await generateAt(sandbox, here, acme)).stderr, fix);
    });
  });

  test('fails without a tenant, or if the directory has another name', async () => {
    await withSandbox(two, async (sandbox) => {
      const { code, stderr } = await generateAt(sandbox, here, { directory: '../acme' });
      assert.equal([code, stderr], [1, 'the parameter directory requires the parameter tenant; set tenant\n']);
      for (const parameters of [
        { ...acme, tenant: 'globex' },
        { ...acme, directory: '..' },
      ])
        assert.match(
          (await generateAt(sandbox, here, parameters)).stderr,
          /^the parameter directory is \S+; it must be the directory of the tenant/,
        );
      assert.match((await generateAt(sandbox, 'tenants/globex', acme)).stderr, 'set spec.directoryPerTenant');
    });
  });

  test('rejects paths that are not a sibling directory in the repository', async () => {
    await withSandbox({ ...two, '../../outside/acme/tenant.yaml': tenant('acme') }, async (sandbox) => {
      symlinkSync(join(sandbox.root, '../../outside/acme'), join(sandbox.root, 'acme'));
      for (const directory of ['../../../../outside/acme', '../../acme', '/etc/acme', '../nowhere/acme', './acme']) {
        const { code, stdout, stderr } = await generateAt(sandbox, here, { ...acme, directory });
        assert.equal([code, stdout], [1, ''], directory);
        assert.match(stderr, /^the parameter directory is /, directory);
      }
      symlinkSync(join(sandbox.root, here, '../acme'), join(sandbox.root, here, '../alias'));
      const alias = await generateAt(sandbox, here, { tenant: 'alias', directory: '../alias/' });
      assert.match(alias.stderr, /^the parameter directory is \S+, which does not exist, is a link, or is outside/);
      const { stderr } = await generateAt(sandbox, '.', { tenant: 'tenants', directory: './tenants' });
      assert.match(stderr, "is in the application's own directory, or contains it");
    });
  });

  test('reads files about this tenant in the directory of the Platform, and not those about other tenants', () => {
    const files = {
      ...two,
      'tenants/platform/tenants/acme.yaml': tenant('acme-extra'),
      'tenants/platform/tenants/globex/broken.yaml': 'a: [',
    };
    return withSandbox(files, async (sandbox) => {
      const { stdout, stderr } = await generateAt(sandbox, here, of('acme'));
      assert.is(stderr, '');
      assert.match(stdout, 'acme-extra');
    });
  });
});
