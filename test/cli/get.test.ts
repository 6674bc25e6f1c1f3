import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { isTenant } from '../../core/kind/tenant.ts';
import { tenantsIn } from '../../leasehold.ts';
import { validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { file, org, runOn, tenant } from './fake-ports.ts';

const api = 'tenantoperator.stakater.com';
const pay = file(
  'tenants/pay.yaml',
  `apiVersion: ${api}/v1beta3\nkind: Tenant\nmetadata: { name: pay }\nspec:\n  quota: small\n  accessControl: { owners: { users: [kim@corp.io] }, editors: { groups: [devs] } }\n  namespaces: { withTenantPrefix: [prod, dev] }\n  storageClasses: { allowed: [slow, fast, ""] }\n  ingressClasses: {}\n`,
);
const lab = file(
  'tenants/lab.yaml',
  `apiVersion: ${api}/v1beta2\nkind: Tenant\nmetadata: { name: lab }\nspec:\n  quota: small\n  viewers: { users: [kim@corp.io] }\n`,
);
const small = file(
  'tenants/small.yaml',
  `apiVersion: ${api}/v1beta1\nkind: Quota\nmetadata: { name: small }\nspec: { resourcequota: { hard: { requests.memory: 8Gi, requests.cpu: "4" } } }\n`,
);
const devs = file(
  'tenants/devs.yaml',
  'apiVersion: leasehold.dev/v1alpha1\nkind: Group\nmetadata: { name: devs }\nspec: { users: [ada@corp.io] }\n',
);
const machine = { trees: { tenants: [pay, lab, small, devs] } };
const mixed = { trees: { tenants: [...machine.trees.tenants, tenant('jane'), org('acme')] } };

async function outputOf(...argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runOn(machine, 'get', ...argv);
  return `${stdout}${stderr}${code === 0 ? '' : `[exit ${code}]\n`}`;
}

suite('get tenants', (test) => {
  test('lists the tenants of every system with their quotas and namespaces', async () => {
    const { stdout } = await runOn(mixed, 'get', 'tenants');
    const lines = [
      'NAME   KIND                                 QUOTA    NAMESPACES',
      'acme   Org.tetrapus.io                      <none>   0',
      'jane   Tenant.kleff.kleff.io                <none>   1',
      'lab    Tenant.tenantoperator.stakater.com   small    0',
      'pay    Tenant.tenantoperator.stakater.com   small    2',
    ];
    assert.is(stdout, `${lines.join('\n')}\n`);
  });

  test('lists every tenant in the inventory of a render', async () => {
    for (const { name, rendering } of validCorpus()) {
      const rendered = rendering.inventory.resources.map(({ tenant }) => tenant).filter(isTenant);
      const listed = tenantsIn(rendering).filter((entry) => rendered.includes(entry.name));
      assert.equal(listed.map((entry) => entry.name).sort(), [...new Set(rendered)].sort(), name);
    }
  });

  test('with --as, lists tenants in which a user has a role, including roles of groups', async () => {
    assert.is(await outputOf('tenants', '--as', 'kim@corp.io'), 'NAME   ROLE\nlab    viewer\npay    owner\n');
    assert.is(await outputOf('tenants', '--as', 'ada@corp.io', '--no-headers'), 'pay   editor\n');
    assert.is(await outputOf('tenants', '--as-group', 'others', '--as-group', 'devs'), 'NAME   ROLE\npay    editor\n');
    assert.is(await outputOf('tenants', '--as', 'eve'), 'No tenants found\n');
  });

  test('with -o json, prints a TenantList of the current version, with the role in each tenant', async () => {
    const list = JSON.parse(await outputOf('tenants', '--as', 'kim@corp.io', '-o', 'json')) as List;
    assert.is(list.kind, 'TenantList');
    assert.equal(
      list.items.map(({ apiVersion, metadata, role }) => [apiVersion, metadata.name, role]),
      [
        [`${api}/v1beta3`, 'lab', 'viewer'],
        [`${api}/v1beta3`, 'pay', 'owner'],
      ],
    );
  });

  test('reports an unknown name, and a tenant in which the user has no role', async () => {
    assert.is(await outputOf('tenants', 'nope'), 'error: tenants "nope" not found\n[exit 1]\n');
    assert.is(await outputOf('tenants', 'nope', '--as', 'eve'), 'error: tenants "nope" not found\n[exit 1]\n');
    assert.is(await outputOf('tenants', 'pay', '--as', 'eve'), 'error: tenant "pay" grants no role to eve\n[exit 1]\n');
    assert.is(await outputOf('tenant', 'lab', '-o', 'name'), `tenant.${api}/lab\n`);
  });
});

suite('get for the objects of a tenant', (test) => {
  test('lists the rendered namespaces', async () => {
    assert.is(
      await outputOf('namespaces', 'pay'),
      'NAME       FILE\npay-dev    tenants/pay.yaml\npay-prod   tenants/pay.yaml\n',
    );
    const one = parse(await outputOf('ns', 'pay', 'pay-dev', '-o', 'yaml')) as List['items'][number];
    assert.is(one.metadata.name, 'pay-dev');
    assert.is(one.metadata.labels?.['stakater.com/tenant'], 'pay');
    assert.is(await outputOf('namespaces', 'lab'), 'No namespaces found for tenant "lab"\n');
    assert.is((await runOn(mixed, 'get', 'ns', 'jane', '-o', 'name')).stdout, 'namespace/user-jane\n');
  });

  test('lists a quota with its amounts', async () => {
    const lines = [
      'NAME    HARD                                    FILE',
      'small   requests.cpu: 4, requests.memory: 8Gi   tenants/small.yaml',
    ];
    assert.is(await outputOf('quota', 'pay'), `${lines.join('\n')}\n`);
  });

  test('lists the classes of the tenant, and rejects any other class', async () => {
    assert.is(await outputOf('storageclasses', 'pay'), 'NAME\nfast\nslow\n');
    assert.is(await outputOf('sc', 'pay', 'fast', '-o', 'name'), 'storageclass.storage.k8s.io/fast\n');
    const message = 'error: storageclasses "gold" is not permitted for tenant "pay"\n[exit 1]\n';
    assert.is(await outputOf('storageclasses', 'pay', 'gold'), message);
  });

  test('distinguishes empty and absent lists of classes', async () => {
    assert.is(await outputOf('ingressclasses', 'pay'), 'Tenant pay can use all ingressclasses in the cluster\n');
    const absent = 'Tenant pay does not set podPriorityClasses: it can use all priorityclasses, but cannot list them\n';
    assert.is(await outputOf('priorityclasses', 'pay'), absent);
  });

  test('reports that a tenant of another system has no classes', async () => {
    const { stderr } = await runOn(mixed, 'get', 'storageclasses', 'jane');
    assert.is(stderr, 'Tenant jane has no field storageClasses: the tenant is defined by Tenant.kleff.kleff.io\n');
  });
});

suite('get with an invalid command line or an error', (test) => {
  test('reports a missing name of a tenant, and suggests the nearest name for an unknown one', async () => {
    assert.match(await outputOf('storageclass'), 'get storageclasses needs the name of a tenant');
    assert.match(await outputOf('namespacs', 'pay'), 'did you mean namespaces?');
    assert.match(
      await outputOf('namespaces', 'payy'),
      'error unknown-tenant: no file defines tenant payy (did you mean pay?)',
    );
  });

  test('lists the namespaces of a tenant despite an error of another tenant, but not all tenants', async () => {
    const broken = file(
      'tenants/bad.yaml',
      `apiVersion: ${api}/v1beta3\nkind: Tenant\nmetadata: { name: bad }\nspec: {}\n`,
    );
    const trees = { tenants: [...machine.trees.tenants, broken] };
    assert.is(
      (await runOn({ trees }, 'get', 'ns', 'pay', '-o', 'name')).stdout,
      'namespace/pay-dev\nnamespace/pay-prod\n',
    );
    const all = await runOn({ trees }, 'get', 'tenants');
    assert.is(all.code, 1);
    assert.match(all.stderr, '1 error: nothing was rendered, so nothing can be listed');
  });
});

interface List {
  readonly kind: string;
  readonly items: readonly {
    readonly apiVersion: string;
    readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
    readonly role?: string;
  }[];
}
