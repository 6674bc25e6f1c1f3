import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { type Call, type Sandbox, tenant, withSandbox } from './sandbox.ts';

const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, trustTenantDirectories: true}
`;
const open = platform.replace('directoryPerTenant: true, trustTenantDirectories: true', '');
const acme = { 'tenants/acme/tenant.yaml': tenant('acme') };
const governed = { ...acme, 'tenants/platform/platform.yaml': platform };
const top = { ...acme, 'platform.yaml': platform.replace('true,', 'true, tenantsDirectory: tenants,') };

type Files = Readonly<Record<string, string>>;
type Variables = Readonly<Record<string, string>>;
type Generate = (sandbox: Sandbox, app: string, env: Variables) => Call | Promise<Call>;

/** Runs the plugin in this process, with the variables that the plugin server of Argo CD sets. */
const inProcess: Generate = ({ call }, app, env) => call('generate', { ARGOCD_APP_SOURCE_PATH: app, ...env }, app);

/** Starts the program of the image, as the plugin server of Argo CD does. */
const built: Generate = ({ root }, app, env) => {
  const program = resolve('dist/leasehold-cmp.cjs');
  const { PATH = '' } = process.env;
  const options = {
    cwd: join(root, app),
    env: { PATH, ARGOCD_APP_SOURCE_PATH: app, ...env },
    encoding: 'utf8',
  } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'generate'], options);
  return { code: status ?? -1, stdout, stderr };
};

function checksWith(generate: Generate) {
  const rejects = (files: Files, app: string, env: Variables, message: string) =>
    withSandbox(files, async (sandbox) => {
      const { code, stdout, stderr } = await generate(sandbox, app, env);
      assert.equal([code, stdout], [1, ''], `${app} ${JSON.stringify(env)}`);
      assert.match(stderr, message);
    });
  const accepts = (files: Files, app: string, env: Variables) =>
    withSandbox(files, async (sandbox) => {
      const { code, stdout, stderr } = await generate(sandbox, app, env);
      assert.equal([code, stderr], [0, ''], `${app} ${JSON.stringify(env)}`);
      assert.match(stdout, '"leasehold.dev/tenant":"acme"');
    });
  return { accepts, rejects };
}

const { accepts, rejects } = checksWith(inProcess);
const program = checksWith(built);

suite('the plugin, with the source tenants/acme,', (test) => {
  const advice = 'add a Platform with spec.directoryPerTenant next to or above tenants/acme';

  test('rejects a source without a Platform', async () => {
    await rejects(acme, 'tenants/acme', {}, advice);
    await rejects(
      { 'eu/tenants/acme/a/tenant.yaml': tenant('acme') },
      'eu/tenants/acme/a',
      {},
      'above eu/tenants/acme,',
    );
  });

  test('rejects a Platform that the authors of the source can write', async () => {
    for (const text of [platform, open])
      for (const own of ['tenants/acme', 'tenants/acme/platform', 'tenants/acme/_'])
        await rejects(
          { [`${own}/platform.yaml`]: text, [`${own}/a.yaml`]: tenant('acme') },
          'tenants/acme',
          {},
          advice,
        );
  });

  test('rejects a Platform without directoryPerTenant', async () => {
    await rejects({ ...acme, 'platform/platform.yaml': open }, 'tenants/acme', {}, advice);
  });

  test('rejects parameters that make the source the directory of the Platform', async () => {
    const files = { ...acme, 'tenants/acme/platform.yaml': platform, 'tenants/globex/tenant.yaml': tenant('globex') };
    const parameters = { ARGOCD_ENV_TENANT: 'globex', ARGOCD_ENV_DIRECTORY: '../globex' };
    await rejects(files, 'tenants/acme', parameters, 'rename the directory to `platform`');
    const reserved = {
      ...acme,
      'tenants/acme/_/platform.yaml': platform,
      'tenants/acme/acme/tenant.yaml': tenant('acme'),
    };
    const inner = { ARGOCD_ENV_TENANT: 'acme', ARGOCD_ENV_DIRECTORY: '../acme' };
    await rejects(reserved, 'tenants/acme/_', inner, advice);
  });

  test('accepts a Platform next to the source or the tenants directory, or above both', async () => {
    await accepts(governed, 'tenants/acme', {});
    await accepts(top, 'tenants/acme', {});
    const apart = { ...acme, 'platform/platform.yaml': platform.replace('true,', 'true, tenantsDirectory: tenants,') };
    await accepts(apart, 'tenants/acme', {});
  });
});

suite('the plugin, with LEASEHOLD_PLATFORM,', (test) => {
  const required = { LEASEHOLD_PLATFORM: 'tenants/platform' };
  const advice = 'LEASEHOLD_PLATFORM requires a Platform with spec.directoryPerTenant in tenants/platform';

  test('rejects every source without a Platform in the directory that LEASEHOLD_PLATFORM names', async () => {
    await rejects(acme, '.', required, advice);
    await rejects({ 'teams/acme/tenant.yaml': tenant('acme') }, 'teams/acme', required, advice);
    await rejects({ ...acme, 'tenants/platform/platform.yaml': open }, '.', required, advice);
    await rejects(top, '.', required, advice);
  });

  test('rejects a Platform that a tenant adds to its own source', async () => {
    for (const own of ['teams/acme', 'teams/acme/platform', 'teams/acme/tenants/platform']) {
      const files = { [`${own}/tenant.yaml`]: tenant('acme'), [`${own}/platform.yaml`]: platform };
      await rejects(files, 'teams/acme', required, advice);
      await accepts(files, 'teams/acme', {});
    }
  });

  test('accepts a source to which the Platform in the directory that LEASEHOLD_PLATFORM names applies', async () => {
    await accepts(governed, '.', required);
    await accepts(governed, 'tenants/acme', required);
    const directory = { ARGOCD_ENV_TENANT: 'acme', ARGOCD_ENV_DIRECTORY: '../acme' };
    await accepts(governed, 'tenants/platform', { ...required, ...directory });
    await accepts(governed, '.', { LEASEHOLD_PLATFORM: 'platform, ./tenants/platform/' });
    await accepts(top, '.', { LEASEHOLD_PLATFORM: '.' });
  });

  test('behaves the same in the built program', async () => {
    await program.rejects(acme, '.', required, advice);
    await program.accepts(governed, 'tenants/acme', required);
    await program.rejects(acme, 'tenants/acme', {}, 'with spec.directoryPerTenant next to or above tenants/acme');
  });

  test('rejects an Application that overrides the variable', async () => {
    const own = { ...required, ARGOCD_ENV_LEASEHOLD_PLATFORM: '.' };
    await rejects(acme, '.', own, 'the parameter leasehold-platform does not exist');
  });

  test('rejects an empty item, a path outside the repository and a directory of a tenant', async () => {
    for (const value of ['', 'tenants/acme', 'tenants/platform,', '..', '/'])
      await rejects(
        governed,
        '.',
        { LEASEHOLD_PLATFORM: value },
        'which cannot be the directory of a Platform; use directories',
      );
  });
});
