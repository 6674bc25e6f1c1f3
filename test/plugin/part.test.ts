import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { tenant, withSandbox } from './sandbox.ts';

const platform = (argocd: string) => `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true${argocd}}
`;
const argocd = ', argocd: {repository: "https://git.example.com/tenants.git"}';
const grants = `apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: every-tenant}
spec: {tenants: ["*"], kinds: [Tenant.kleff.kleff.io], names: [user], shared: [registry, tenants], fields: {Tenant.kleff.kleff.io: {spec.plan: ["*"]}}}
`;
const files = (settings: string) => ({
  'tenants/platform/platform.yaml': platform(settings),
  'tenants/platform/grants.yaml': grants,
  'tenants/ada/tenant.yaml': tenant('ada'),
});

suite('the plugin, with a part of a tenant,', (test) => {
  const ada = { ARGOCD_ENV_TENANT: 'ada', ARGOCD_ENV_DIRECTORY: '../ada' };
  const here = 'tenants/platform';

  test('generates each object in exactly one part', async () => {
    await withSandbox(files(argocd), async ({ call }) => {
      const whole = await call('generate', ada, here);
      assert.is(whole.code, 0, whole.stderr);
      const parts = await Promise.all(
        ['isolation', 'workloads'].map((part) => call('generate', { ...ada, ARGOCD_ENV_PART: part }, here)),
      );
      assert.equal(
        parts.map(({ code }) => code),
        [0, 0],
      );
      const lines = parts.flatMap(({ stdout }) => stdout.split('\n').filter(Boolean));
      assert.equal(lines.sort(), whole.stdout.split('\n').filter(Boolean).sort());
      assert.match(parts[0]?.stdout ?? '', '"kind":"AppProject"');
    });
  });

  test('generates an empty output for a tenant without workloads, because its Application is valid', async () => {
    await withSandbox(files(argocd), async ({ call }) => {
      const { code, stdout, stderr } = await call('generate', { ...ada, ARGOCD_ENV_PART: 'workloads' }, here);
      assert.equal([code, stdout, stderr], [0, '', '']);
    });
  });

  test('generates nothing if no object limits the tenant', async () => {
    await withSandbox(files(''), async ({ call }) => {
      const { code, stdout, stderr } = await call('generate', { ...ada, ARGOCD_ENV_PART: 'workloads' }, here);
      assert.equal([code, stdout], [1, '']);
      assert.match(stderr, 'the Platform has no spec.argocd');
    });
    await withSandbox(files(`${argocd}, trustTenantDirectories: true`), async ({ call }) => {
      const { code, stdout, stderr } = await call('generate', { ...ada, ARGOCD_ENV_PART: 'workloads' }, here);
      assert.equal([code, stdout], [1, '']);
      assert.match(stderr, 'all authors are trusted, so leasehold renders no AppProject to limit the workloads');
    });
  });

  test('rejects an unknown part, and a part of all tenants or of the platform', async () => {
    await withSandbox(files(argocd), async ({ call }) => {
      const unknown = await call('generate', { ...ada, ARGOCD_ENV_PART: 'all' }, here);
      assert.match(unknown.stderr, 'it must be one of isolation, workloads');
      const all = await call('generate', { ARGOCD_ENV_PART: 'workloads' }, '.');
      assert.match(all.stderr, 'the parameter part requires the parameter tenant');
      const shared = await call('generate', { ARGOCD_ENV_TENANT: 'platform', ARGOCD_ENV_PART: 'isolation' }, '.');
      assert.match(shared.stderr, 'the parameter tenant is platform, whose objects have no parts');
      assert.equal([unknown.code, all.code, shared.code], [1, 1, 1]);
    });
  });
});
