import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { type Cluster, clusterOf, complaints } from './cluster.ts';
import { sharedControlPlane } from './control-plane.ts';
import { member } from './credentials.ts';
import { eventually } from './daemon.ts';
import { installDefinitions } from './foreign-kinds.ts';
import { readManifestFolder, readManifests } from './manifests.ts';
import { binFolder } from './tools/paths.ts';

const api = 'tenantoperator.stakater.com';
const tenants = `
apiVersion: ${api}/v1beta1
kind: Quota
metadata: { name: clinic-small }
spec: { resourcequota: { hard: { requests.cpu: "4" } } }
---
apiVersion: ${api}/v1beta3
kind: Tenant
metadata: { name: clinic }
spec:
  quota: clinic-small
  accessControl: { editors: { users: [${member.user}] } }
  namespaces: { withTenantPrefix: [dev] }
  storageClasses: { allowed: [clinic-fast, clinic-gone] }
  podPriorityClasses: {}
`;
const storageClass = `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: clinic-fast }
provisioner: example.com/fast
`;
const reader = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: clinic-namespace-reader }
rules: [{ apiGroups: [""], resources: [namespaces], verbs: [get, list] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: clinic-namespace-reader }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: clinic-namespace-reader }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: User, name: ${member.user} }]
---
apiVersion: v1
kind: Namespace
metadata: { name: clinic-adopted, labels: { stakater.com/tenant: clinic } }
`;
const folder = mkdtempSync(resolve(tmpdir(), 'leasehold-plugin-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const dist = resolve(import.meta.dirname, '../dist');

suite('kubectl leasehold, as a member with the permissions that leasehold renders', (test) => {
  test('is found by kubectl as a plugin', async () => {
    assert.match((await asMember('--help')).stdout, 'kubectl leasehold get TYPE TENANT [NAME]');
  });

  test('lists the tenant and its classes from the permissions, without Tenants in the cluster', async () => {
    await apply(renderedTenants());
    await apply(readManifests(storageClass));
    const listed = await asMember('list');
    assert.is(listed.stdout, 'NAME     ROLE\nclinic   <unknown>\n', listed.stderr);
    assert.match(listed.stderr, 'note: not all tenants can be read');
    const classes = await asMember('get', 'storageclasses', 'clinic', '--no-headers');
    assert.match(classes.stdout, /^clinic-fast +example.com\/fast +Delete[^\n]*\n$/, classes.stderr);
    const unknown = await asMember('get', 'namespaces', 'clinic');
    assert.equal([unknown.status, unknown.stdout], [1, '']);
    assert.match(unknown.stderr, /note: namespaces cannot be listed: .*\(Forbidden\).*member@e2e/);
  });

  test('with Tenants in the cluster, shows the role, the namespaces and the quota', async () => {
    const crds = ['mto-tenant', 'mto-quota'].map((kind) => leasehold('crds', kind)).join('---\n');
    await installDefinitions(await cluster(), readManifests(crds));
    await apply(readManifests(tenants));
    assert.is((await asMember('list', '--no-headers')).stdout, 'clinic   editor\n');
    // The controller that aggregates the permissions of `edit` might not have finished.
    const shown = await eventually('the namespace can be read', async () => {
      const { stdout } = await asMember('get', 'namespaces', 'clinic');
      return stdout.includes('STATUS') ? stdout : undefined;
    });
    assert.match(shown, /^NAME +STATUS +AGE\nclinic-dev +Active/);
    assert.is((await asMember('get', 'quota', 'clinic')).stdout, 'NAME\nclinic-small\n');
    const priorities = await asMember('get', 'priorityclasses', 'clinic', '-o', 'name');
    assert.match(priorities.stdout, 'priorityclass.scheduling.k8s.io/system-node-critical\n');
    const rejected = await asMember('get', 'storageclasses', 'clinic', 'slow');
    assert.is(rejected.stderr, 'error: storageclasses "slow" is not permitted for tenant "clinic"\n');
  });

  test('shows namespaces that joined by label to members who can list namespaces', async () => {
    await apply(readManifests(reader));
    const { stdout } = await asMember('get', 'ns', 'clinic', '-o', 'jsonpath={.items[*].metadata.name}');
    assert.is(stdout, 'clinic-adopted clinic-dev');
  });
});

suite('kubectl leasehold, as a user without permissions', (test) => {
  test('reports what it cannot read', async () => {
    const { status, stdout, stderr } = await asMember('list', '--token=stranger-token');
    assert.equal([status, stdout], [0, '']);
    assert.match(stderr, /note: namespaces cannot be listed: .*\(Forbidden\)/);
    assert.match(stderr, 'No tenants found for stranger');
  });
});

async function cluster(): Promise<Cluster> {
  return clusterOf((await sharedControlPlane()).api);
}

async function apply(objects: Parameters<Cluster['apply']>[0]): Promise<void> {
  assert.equal(complaints(await (await cluster()).apply(objects)), []);
}

function leasehold(...args: readonly string[]): string {
  return execFileSync(process.execPath, [resolve(dist, 'leasehold.mjs'), ...args], { cwd: folder, encoding: 'utf8' });
}

function renderedTenants(): ReturnType<typeof readManifestFolder> {
  mkdirSync(resolve(folder, 'tenants'), { recursive: true });
  writeFileSync(resolve(folder, 'tenants/clinic.yaml'), tenants);
  leasehold('render', '--out', 'rendered');
  return readManifestFolder(resolve(folder, 'rendered'));
}

/** Runs the plugin as a user would: kubectl finds the plugin by its name on the PATH, and the plugin runs kubectl. */
async function asMember(...args: readonly string[]) {
  const { memberKubeconfig } = await sharedControlPlane();
  const plugin = resolve(folder, 'kubectl-leasehold');
  writeFileSync(plugin, `#!/bin/sh\nexec ${process.execPath} ${resolve(dist, 'kubectl-leasehold.mjs')} "$@"\n`);
  chmodSync(plugin, 0o755);
  const PATH = `${folder}:${binFolder}:${process.env['PATH']}`;
  const env = { ...process.env, PATH, KUBECONFIG: memberKubeconfig };
  return spawnSync('kubectl', ['leasehold', ...args], { env, encoding: 'utf8' });
}
