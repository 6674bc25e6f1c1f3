import * as assert from 'uvu/assert';
import { type Manifest, render } from '../leasehold.ts';
import { suite } from '../test/harness.ts';
import { attacks, evil as evilFile, org } from '../test/laws/grant-attacks.ts';
import { prepare } from './apply-again.ts';
import { clusterOf, complaints } from './cluster.ts';
import { sharedControlPlane } from './control-plane.ts';
import { type KubeObject, readManifests } from './manifests.ts';
import { reachable } from './reachable.ts';

const shared = 'tenants';
/** A pod in this namespace can use the account that puts namespaces of all tenants to sleep. */
const platformNamespace = 'leasehold-hibernation';
const podKinds = new Set(['CronJob', 'Deployment']);
const accountOf = (tenant: string) => `system:serviceaccount:leasehold-deploy:${tenant}-deploy`;

const platform = {
  path: 'platform/platform.yaml',
  text: `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec:
  directoryPerTenant: true
  tenantsDirectory: tenants
  defaultNamespace: ${shared}
  argocd: {repository: https://git.example.com/tenants}
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: every-tenant}
spec:
  tenants: ["*"]
  kinds: [Org.tetrapus.io, Kryton.kryton.azrtydxb.io, Tenant.tenantoperator.stakater.com, ResourceSupervisor.hibernation.stakater.com]
  fields:
    Tenant.tenantoperator.stakater.com: {spec.quota: [small]}
    Org.tetrapus.io: {spec.plan_tier: [free], spec.data_plane_image: ["tetrapus/server:1.0.0"]}
  shared: [${shared}]
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "4"}}}
---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: {name: store}
resources: {manifests: [{apiVersion: v1, kind: Secret, metadata: {name: token}}, {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}]}
`,
};
const files = [platform, orgFile('acme'), evilFile(orgOf('evil'))];
/** Only this test uses these tenants, because objects of other tests would conflict with theirs. */
const neighbors = ['harbor', 'meadow'] as const;

function orgOf(name: string): string {
  return org(name, 'free').text.replace('name: evil', `name: ${name}`);
}

function orgFile(tenant: string): { readonly path: string; readonly text: string } {
  return { path: `tenants/${tenant}/org.yaml`, text: orgOf(tenant) };
}

/** Objects in a namespace of the tenant, in the shared namespace, and in the namespace of the platform for hibernation. */
function neighborFile(name: string): { readonly path: string; readonly text: string } {
  const own = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: ${name}}
spec: {quota: small, namespaces: {withTenantPrefix: [dev]}}
---
apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: {name: store, namespace: ${name}-dev}
spec: {template: store}
---
apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: {name: nights, namespace: ${name}-dev}
spec: {schedule: {sleepSchedule: "0 20 * * *", wakeSchedule: "0 6 * * *"}}
`;
  return { path: `tenants/${name}/tenant.yaml`, text: `${orgOf(name)}---\n${own}` };
}

interface Parts {
  readonly isolation: readonly KubeObject[];
  readonly workloads: readonly KubeObject[];
}

/** The rendered objects of a tenant, by the account that applies them. */
function partsOf(tenant: string): Parts {
  const { ok, objects, problems, workloads } = render([platform, ...neighbors.map(neighborFile)], { tenant });
  assert.ok(ok, JSON.stringify(problems));
  const read = (all: readonly Manifest[]) => all.flatMap(({ text }) => readManifests(text));
  return { isolation: read(objects.filter((one) => !workloads.has(one))), workloads: read([...workloads]) };
}

suite('for two delegated tenants that share a namespace and attack each other,', (test) => {
  test('a hostile file is rejected, and the other tenant renders', () => {
    for (const attack of [
      "another tenant's volume",
      "another tenant's Secret",
      "another tenant's slug",
      'a load balancer',
    ]) {
      const all = [...files.slice(0, 2), attacks[attack] ?? evilFile('')];
      assert.not(render(all, { tenant: 'evil' }).ok, attack);
      assert.ok(render(all, { tenant: 'acme' }).ok, attack);
    }
  });

  test('the account of each tenant applies the workloads in its own namespace, and cannot read or change the objects in others', async () => {
    const { api, kubectl } = await sharedControlPlane();
    const admin = clusterOf(api);
    const parts = new Map(neighbors.map((tenant) => [tenant, partsOf(tenant)]));
    for (const { isolation, workloads } of parts.values()) {
      await prepare(admin, [...isolation, ...workloads]);
      assert.equal(complaints(await admin.apply(isolation, { force: true })), []);
    }
    for (const [tenant, { workloads }] of parts) {
      const own = clusterOf(api.as(accountOf(tenant), 'system:serviceaccounts', 'system:authenticated'));
      assert.equal(
        workloads.map(({ metadata }) => metadata.namespace),
        [`${tenant}-dev`, `${tenant}-dev`],
      );
      assert.equal(complaints(await own.apply(workloads)), []);
      for (const [other, { isolation, workloads: foreign }] of parts) {
        const outside = isolation.filter(({ metadata }) => metadata.namespace !== `${tenant}-dev`);
        for (const namespace of [shared, platformNamespace])
          assert.ok(outside.some(({ metadata, kind }) => metadata.namespace === namespace && podKinds.has(kind)));
        assert.equal(await reachable(own, outside), [], tenant);
        if (other !== tenant) assert.equal(await reachable(own, foreign), [], tenant);
        for (const [method, path, body] of indirect(other))
          assert.is(
            (await own.api.request(method, path, body ? { body } : {})).status,
            403,
            `${tenant}: ${method} ${path}`,
          );
      }
      for (const namespace of [shared, platformNamespace]) {
        const { stdout } = kubectl(['auth', 'can-i', 'create', 'pods', '-n', namespace, '--as', accountOf(tenant)]);
        assert.is(stdout.trim(), 'no', `${tenant} ${namespace}`);
      }
    }
    await admin.remove([...parts.values()].flatMap(({ isolation, workloads }) => [...workloads, ...isolation]));
  });
});

/** Requests that reach objects of a tenant through a collection, a subresource, a token, or its Role and its project. */
function indirect(tenant: string): readonly (readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?])[] {
  const [core, apps] = [`/api/v1/namespaces/${shared}`, `/apis/apps/v1/namespaces/${shared}`];
  const token = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'mine' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: `${tenant}-deploy` },
    subjects: [],
  };
  return [
    ['GET', `${core}/secrets?fieldSelector=metadata.name%3Dorg-${tenant}-bootstrap`],
    ['GET', `${core}/pods?labelSelector=app%3Dorg-${tenant}`],
    ['GET', `${core}/services/org-${tenant}/proxy/`],
    ['GET', `${apps}/deployments/org-${tenant}/scale`],
    ['PATCH', `${apps}/deployments/org-${tenant}/status`],
    ['DELETE', `${apps}/deployments?dryRun=All`],
    ['POST', `${core}/pods/org-${tenant}-0/exec?command=env`],
    ['POST', `${core}/serviceaccounts/default/token`, token],
    ['POST', `/api/v1/namespaces/leasehold-deploy/serviceaccounts/${tenant}-deploy/token`, token],
    ['POST', `/apis/rbac.authorization.k8s.io/v1/namespaces/${shared}/rolebindings`, binding],
    ['GET', `/apis/rbac.authorization.k8s.io/v1/namespaces/${shared}/roles/${tenant}-deploy`],
    ['GET', `/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/${tenant}-deploy`],
  ];
}
