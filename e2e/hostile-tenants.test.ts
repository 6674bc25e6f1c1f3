import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { type Manifest, render } from '../leasehold.ts';
import { suite } from '../test/harness.ts';
import { prepare } from './apply-again.ts';
import { clusterOf, complaints } from './cluster.ts';
import { type ControlPlane, sharedControlPlane } from './control-plane.ts';
import { hostileDocuments, type Neighbor, neighbors, platform, tenantFile } from './hostile-tenants.ts';
import { type KubeObject, nameOf, readManifests } from './manifests.ts';
import { reachable } from './reachable.ts';

const controller = 'system:serviceaccount:argocd:hostile-tenants-controller';
const usersOf = (tenant: Neighbor) => [
  `kim@${tenant}.example`,
  `system:serviceaccount:leasehold-deploy:${tenant}-deploy`,
];
const tenantOf = (user: string) => neighbors.find((tenant) => user.includes(tenant));
const otherOf = (tenant: Neighbor): Neighbor => (tenant === 'heron' ? 'otter' : 'heron');
const honest = [platform, ...neighbors.map(tenantFile)];

interface Parts {
  readonly isolation: readonly KubeObject[];
  readonly workloads: readonly KubeObject[];
}

function partsOf(tenant: string): Parts {
  const { ok, objects, problems, workloads } = render(honest, { tenant });
  assert.ok(ok, JSON.stringify(problems));
  const read = (all: readonly Manifest[]) => all.flatMap(({ text }) => readManifests(text));
  return { isolation: read(objects.filter((one) => !workloads.has(one))), workloads: read([...workloads]) };
}

const parts: Readonly<Record<Neighbor, Parts>> = { heron: partsOf('heron'), otter: partsOf('otter') };
const allOf = (tenant: Neighbor) => [...parts[tenant].isolation, ...parts[tenant].workloads];

/** The role from docs/argocd.md, bound to a controller account that is not an administrator. */
function controllerAccess(): readonly KubeObject[] {
  const role = readManifests(readFileSync('plugin/install/access/cluster-role.yaml', 'utf8'));
  const [namespace = '', name = ''] = controller.split(':').slice(2);
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role[0]?.metadata.name },
    subjects: [{ kind: 'ServiceAccount', namespace, name }],
  };
  return [...role, binding];
}

/** The rows of `kubectl auth can-i --list`, except those that every user has and the one for the user's own Tenant. */
function permissions({ kubectl }: ControlPlane, user: string, namespace: string): readonly string[] {
  const { stdout, stderr } = kubectl([
    'auth',
    'can-i',
    '--list',
    '--no-headers',
    '--namespace',
    namespace,
    '--as',
    user,
  ]);
  assert.ok(stdout.includes('selfsubjectaccessreviews'), stderr);
  const own = new RegExp(`^tenants\\.tenantoperator\\.stakater\\.com +\\[\\] +\\[${tenantOf(user)}\\] +\\[get\\]$`);
  return stdout.split('\n').filter((row) => /^[^\s[]/.test(row) && !/^selfsubject\w+\./.test(row) && !own.test(row));
}

suite('two delegated tenants whose files are hostile to each other', (test) => {
  test('fail with each hostile document, without an effect on the other tenant', () => {
    for (const tenant of neighbors) {
      const other = otherOf(tenant);
      const expected = render(honest, { tenant: other }).objects;
      for (const [claim, text] of Object.entries(hostileDocuments(tenant, other))) {
        const hostile = [...honest, { path: `tenants/${tenant}/hostile.yaml`, text }];
        assert.not(render(hostile, { tenant }).ok, `${tenant}: ${claim}`);
        const { ok, objects } = render(hostile, { tenant: other });
        assert.ok(ok, `${other}: ${claim}`);
        assert.equal(objects, expected, `${other}: ${claim}`);
      }
    }
  });

  test('are applied with the permissions of docs/argocd.md', async () => {
    const { api } = await sharedControlPlane();
    const admin = clusterOf(api);
    await prepare(admin, neighbors.flatMap(allOf));
    assert.equal(complaints(await admin.apply(controllerAccess(), { force: true })), []);
    const groups = ['system:serviceaccounts', 'system:authenticated'];
    const argocd = clusterOf(api.as(controller, ...groups));
    for (const tenant of neighbors) {
      const { isolation, workloads } = parts[tenant];
      assert.ok(isolation.length > 5 && workloads.length > 1, tenant);
      assert.equal(complaints(await argocd.apply(isolation, { force: true })), []);
      const [, account = ''] = usersOf(tenant);
      assert.equal(complaints(await clusterOf(api.as(account, ...groups)).apply(workloads)), []);
    }
  });

  test("have no permission in each other's namespace, and cannot read or change each other's objects", async () => {
    const plane = await sharedControlPlane();
    for (const tenant of neighbors)
      for (const user of usersOf(tenant)) {
        const other = otherOf(tenant);
        assert.ok(permissions(plane, user, `${tenant}-dev`).length > 0, user);
        assert.equal(permissions(plane, user, `${other}-dev`), [], user);
        assert.equal(permissions(plane, user, 'argocd'), [], user);
        const cluster = clusterOf(plane.api.as(user, 'system:authenticated'));
        assert.equal(await reachable(cluster, allOf(other)), [], user);
        for (const object of parts[tenant].workloads)
          assert.is((await cluster.get(object)).status, 200, `${user}: ${nameOf(object)}`);
      }
    await clusterOf(plane.api).remove([...neighbors.flatMap(allOf), ...controllerAccess()]);
  });
});
