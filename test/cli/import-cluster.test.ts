import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { contracts } from '../../build/contracts.ts';
import { isOldKind } from '../../core/kind/kind.ts';
import { exportedResources } from '../../import/index.ts';
import { kinds } from '../../kinds/index.ts';
import { suite } from '../harness.ts';
import { runOn } from './fake-ports.ts';

const lossless = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: pay, uid: "1" }
spec: { quota: small, accessControl: { owners: { groups: [leads] } } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: small }
spec: { resourcequota: { hard: { requests.cpu: "4" } } }
`;

suite('import --cluster', (test) => {
  test('reads every kind of MTO and its FinOps operator that leasehold accepts', () => {
    const current = kinds.filter((kind) => /^(mto|finops)-/.test(kind.id) && !isOldKind(kind));
    const resources = current.map(({ id }) => {
      const { apiVersion, plural } = contracts[id];
      return apiVersion === 'v1' ? plural : `${plural}.${apiVersion.split('/')[0]}`;
    });
    const read = exportedResources('mto');
    assert.ok(resources.length > 20, `${resources.length} kinds`);
    assert.equal(
      resources.filter((one) => !read.includes(one)),
      [],
    );
  });

  test('reads the resources of the system with kubectl', async () => {
    const calls: string[] = [];
    const kubectl = (args: readonly string[]) => {
      calls.push(args.join(' '));
      const isTenants = args[1] === 'tenants.tenantoperator.stakater.com';
      const isKnown = isTenants || args[1] === 'quotas.tenantoperator.stakater.com';
      const [tenant = '', quota = ''] = lossless.split('---\n');
      const items = isKnown ? [parse(isTenants ? tenant : quota)] : [];
      if (isKnown || args[1] === 'namespaces') {
        const list = { apiVersion: 'v1', kind: 'List', items };
        return { ok: true, stdout: JSON.stringify(list), stderr: '' };
      }
      return { ok: false, stdout: '', stderr: `error: the server doesn't have a resource type "${args[1]}"` };
    };
    const argv = ['import', 'mto', '--cluster', '--context', 'prod', '--out', 'new'] as const;
    const { code, written } = await runOn({ kubectl }, ...argv);
    assert.is(code, 0);
    assert.ok(written['new/pay/tenant.yaml']);
    assert.ok(calls.every((call) => call.startsWith('get ') && call.endsWith('--output=json --context prod')));
    assert.not.ok(calls.some((call) => call.includes('secret')));
  });

  test('reads the kinds that the operator copies, but no data of Secrets, and reports what it cannot read', async () => {
    const calls: (readonly string[])[] = [];
    const list = (...items: readonly unknown[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const configuration = {
      apiVersion: 'hnc.x-k8s.io/v1alpha2',
      kind: 'HNCConfiguration',
      metadata: { name: 'config' },
      spec: {
        resources: [{ resource: 'secrets' }, { group: 'apps', resource: 'deployments', mode: 'AllowPropagate' }],
      },
    };
    const tree = {
      apiVersion: 'hnc.x-k8s.io/v1alpha2',
      kind: 'HierarchyConfiguration',
      metadata: { name: 'hierarchy', namespace: 'team' },
      spec: { parent: 'acme' },
    };
    const answers: Readonly<Record<string, string>> = {
      'hncconfigurations.hnc.x-k8s.io': list(configuration),
      'hierarchyconfigurations.hnc.x-k8s.io': list(tree),
      secrets: 'namespace=acme&name=creds&label.team=a&type=a%0Anamespace%3Dacme%26name%3Dforged\n',
    };
    const kubectl = (args: readonly string[]) => {
      calls.push(args);
      const resource = args[1] ?? '';
      if (resource === 'deployments.apps') return { ok: false, stdout: '', stderr: 'Error (Forbidden): no\n' };
      return { ok: true, stdout: answers[resource] ?? list(), stderr: '' };
    };
    const { code, stdout } = await runOn({ kubectl }, 'import', 'hnc', '--cluster', '--out', 'new');
    assert.is(code, 1);
    assert.match(stdout, 'Not read: deployments.apps, which the operator copies: Error (Forbidden): no');
    assert.match(stdout, 'an import never writes Secret creds');
    assert.not.match(stdout, 'Secret forged');
    const [, , , output = ''] = calls.find(([, resource]) => resource === 'secrets') ?? [];
    assert.match(output, /^--output=go-template=/);
    assert.not.match(output, /\.data|json$|last-applied/);
  });

  test("does not pass a tenant's kind to kubectl if it is an option or a list of kinds", async () => {
    const hostile = ['--server=https://other.example/?', '-shttps://other.example/', 'secrets,pod', 'Con fig', ''];
    const items = ['ConfigMap', ...hostile].map((kind) => ({ apiVersion: 'v1', kind, selector: {} }));
    const groups = ['v1.', '--as=other', 'a,b'].map((group) => ({ apiVersion: `${group}/v1`, kind: 'Secret' }));
    const replication = {
      apiVersion: 'capsule.clastix.io/v1beta2',
      kind: 'TenantResource',
      metadata: { name: 'all', namespace: 'team' },
      spec: { resources: [{ namespacedItems: [...items, ...groups] }] },
    };
    const calls: string[] = [];
    const kubectl = ([, resource = '']: readonly string[]) => {
      calls.push(resource);
      const own = resource === 'tenantresources.capsule.clastix.io' ? [replication] : [];
      return { ok: true, stdout: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: own }), stderr: '' };
    };
    await runOn({ kubectl }, 'import', 'capsule', '--cluster', '--out', 'new');
    const named = calls.filter((resource) => !exportedResources('capsule').includes(resource));
    assert.equal(named, ['configmaps', 's']);
  });

  test('continues without kinds that only some fields need, and reports each as a loss', async () => {
    const capsule = { apiVersion: 'capsule.clastix.io/v1beta2', kind: 'Tenant', metadata: { name: 'oil' }, spec: {} };
    const kubectl = (args: readonly string[]) => {
      const resource = args[1] ?? '';
      if (/class/.test(resource)) return { ok: false, stdout: '', stderr: 'Error from server (Forbidden): no' };
      const items = resource.startsWith('tenants.') ? [capsule] : [];
      return { ok: true, stdout: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }), stderr: '' };
    };
    const { code, stdout, written } = await runOn({ kubectl }, 'import', 'capsule', '--cluster', '--out', 'new');
    assert.is(code, 1);
    const classes = exportedResources('capsule').filter((resource) => /class/.test(resource));
    assert.ok(classes.length > 1);
    for (const resource of classes)
      assert.match(stdout, `Not read: kubectl cannot read ${resource}: Error from server (Forbidden): no`);
    assert.ok(written['new/oil/tenant.yaml']);
  });

  test('fails if kubectl is not allowed to read a kind of the system', async () => {
    const kubectl = () => ({ ok: false, stdout: '', stderr: 'Error from server (Forbidden): no' });
    const { code, stderr, written } = await runOn({ kubectl }, 'import', 'hnc', '--cluster', '--out', 'new');
    assert.equal([code, written], [1, {}]);
    assert.match(
      stderr,
      'kubectl cannot read subnamespaceanchors.hnc.x-k8s.io: Error from server (Forbidden): no\nnothing is written',
    );
  });
});
