import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { type ActionRun, runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';

const grants = `
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: every}
spec:
  tenants: ["*"]
  kinds: [Tenant.tenantoperator.stakater.com]
  fields:
    Tenant.tenantoperator.stakater.com:
      spec.quota: [small, large]
      spec.accessControl.owners.users: [ann@corp.io]
      spec.imageRegistries.allowed: [ghcr.io, quay.io]
`;

const quota = (name: string, cpu: number) => `
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: ${name}}
spec: {resourcequota: {hard: {requests.cpu: "${cpu}"}}}
`;

const platform = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, enforcement: {}}
---${quota('small', 4)}---${quota('large', 8)}---${grants}`;

interface Wanted {
  readonly name?: string;
  readonly namespaces?: readonly string[];
  readonly registry?: string;
  readonly quota?: string;
}

const tenant = ({ name = 'acme', namespaces = ['dev'], registry = 'ghcr.io', quota: own = 'small' }: Wanted) => `
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: ${name}}
spec:
  quota: ${own}
  accessControl: {owners: {users: [ann@corp.io]}}
  namespaces: {withTenantPrefix: [${namespaces.join(', ')}]}
  imageRegistries: {allowed: [${registry}]}
`;

const own = 'tenants/acme/tenant.yaml';

const pod = (image: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'acme-dev' },
  spec: { containers: [{ name: 'web', image }] },
});

const inventory = JSON.stringify({ kind: 'List', items: [pod('ghcr.io/acme/web:1')] });

const before = {
  tenants: null,
  'tenants/_platform/platform.yaml': platform,
  [own]: tenant({}),
  '.leasehold/inventory.json': inventory,
};

const more = tenant({ namespaces: ['dev', 'prod'] });

/** Changed files, and the expected output: whether the change can be merged without a review. */
const changes: readonly (readonly [name: string, expected: string, files: Readonly<Record<string, string | null>>])[] =
  [
    ['another namespace', 'true', { [own]: tenant({ namespaces: ['dev', 'prod'] }) }],
    ['a comment', 'true', { [own]: `# for web\n${tenant({})}` }],
    [
      'another namespace and a larger quota',
      'false',
      { [own]: tenant({ namespaces: ['dev', 'prod'], quota: 'large' }) },
    ],
    ['one namespace fewer', 'false', { [own]: tenant({ namespaces: [] }) }],
    ['a value that no Grant allows', 'false', { [own]: tenant({ registry: 'docker.io' }) }],
    ['a registry that replaces the one of a pod', 'false', { [own]: tenant({ registry: 'quay.io' }) }],
    ['another tenant', 'false', { 'tenants/beta/tenant.yaml': tenant({ name: 'beta' }) }],
    ['a file of the platform', 'false', { 'tenants/_platform/grants.yaml': grants.replace('every', 'more') }],
    [
      'another namespace, with a workflow',
      'false',
      { [own]: tenant({ namespaces: ['dev', 'prod'] }), '.github/workflows/own.yaml': 'on: push\n' },
    ],
    ['a file elsewhere', 'false', { 'README.md': 'hello' }],
    ['a file of the tenant that is not read', 'false', { 'tenants/acme/notes.md': 'hello' }],
    ['another namespace, with a script', 'false', { [own]: more, 'tenants/acme/run.sh': 'true\n' }],
    ['another namespace, with a chart', 'false', { [own]: more, 'tenants/acme/chart/Chart.yaml.tpl': 'a: b\n' }],
    ['a file in a directory without a tenant', 'false', { 'tenants/scripts/deploy.sh': 'true\n' }],
  ];

suite('the output auto-mergeable', (test) => {
  for (const [name, expected, files] of changes)
    test(`is ${expected} for ${name}`, async () => {
      assert.is((await runOf(files)).outputs['auto-mergeable'], expected);
    });

  test('is false in a repository without a directory for each tenant', async () => {
    const withoutGrants = platform.replace(`---${grants}`, '').replace('directoryPerTenant: true, ', '');
    const open = { 'tenants/_platform/platform.yaml': withoutGrants };
    const change = { [own]: tenant({ namespaces: ['dev', 'prod'] }) };
    assert.is((await runOf(change, { ...before, ...open })).outputs['auto-mergeable'], 'false');
  });

  test('is false in a repository that trusts the authors of tenant directories', async () => {
    const trusting = platform.replace(
      'directoryPerTenant: true,',
      'directoryPerTenant: true, trustTenantDirectories: true,',
    );
    const run = await runOf({ [own]: more }, { ...before, 'tenants/_platform/platform.yaml': trusting });
    assert.is(run.outputs['auto-mergeable'], 'false');
  });

  test('is false for a target branch that could contain Grants of the author', async () => {
    const granted = grants.replace('every', 'more').replace('[ghcr.io, quay.io]', '[docker.io]');
    const branch = { ...before, 'tenants/_platform/more.yaml': granted };
    assert.is((await runOf({ [own]: more }, branch, 'stack')).outputs['auto-mergeable'], 'false');
  });
});

suite('a change of a Grant', (test) => {
  test('is noted in the report, although no objects change', async () => {
    const more = {
      'tenants/_platform/more.yaml': grants.replace('every', 'more').replace('[ghcr.io, quay.io]', '[docker.io]'),
    };
    const { summary, outputs } = await runOf(more);
    assert.match(summary, 'no objects change');
    assert.match(summary, '⚠️ This changes the Grant more, which can allow tenants more without a change of objects.');
    assert.is(outputs['auto-mergeable'], 'false');
  });
});

suite('the committed inventory', (test) => {
  test('is compared with the rules of the change', async () => {
    const { summary } = await runOf({ [own]: tenant({ registry: 'quay.io' }) });
    assert.match(summary, '**Existing objects** (1 object) that the rules reject because of this change:\n\n- ❌ deny');
    assert.match(summary, '`Pod acme-dev/web` of `acme`: images: ');
    assert.not.match((await runOf({ [own]: tenant({ namespaces: ['dev', 'prod'] }) })).summary, 'Existing objects');
  });

  test('must be an export', async () => {
    const { code, log } = await runOf({ '.leasehold/inventory.json': 'text' });
    assert.is(code, 1);
    assert.match(log, '.leasehold/inventory.json is not a complete export');
  });
});

async function runOf(
  files: Readonly<Record<string, string | null>>,
  earlier: Readonly<Record<string, string | null>> = before,
  into = 'main',
): Promise<ActionRun> {
  let run: ActionRun | undefined;
  await inWorld(async ({ server, push, checkout }, main) => {
    const base = push(earlier, 'before', main);
    const head = push(files, 'change', base);
    const event = pullRequest({ base, into, head });
    run = await runAction(server, checkout(head), { with: { mode: 'diff' }, ...event });
  });
  return run as ActionRun;
}
