import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { readManifests } from '../manifests.ts';
import { type ApplicationStatus, applicationIn } from './application.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { namespace, ownCluster } from './installation.ts';
import { makeRepository } from './repository.ts';
import { sessionOf } from './session.ts';

const repository = makeRepository();
const group = 'evil-devs';

const tenant = `apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: { name: config, namespace: mto }
spec: { integrations: { argocd: { namespace: argocd } }, tenantPolicies: { network: { disableIntraTenantNetworking: true } } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: small }
spec: { resourcequota: { hard: { pods: "4" } } }
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: evil }
spec:
  quota: small
  namespaces: { withTenantPrefix: [dev] }
  accessControl: { editors: { groups: [${group}] } }
---
apiVersion: tenantoperator.stakater.com/v1alpha1
kind: Extensions
metadata: { name: evil }
spec: { tenantName: evil, argoCD: { appProject: { sourceRepos: ["${repository.url}"] } } }
`;

const rbac = 'rbac.authorization.k8s.io';
const roleOfAll = {
  apiVersion: `${rbac}/v1`,
  kind: 'RoleBinding',
  metadata: { name: 'evil' },
  roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ kind: 'Group', apiGroup: rbac, name: group }],
};
/** More than the role `edit`, which the members have. */
const anyPermission = {
  apiVersion: `${rbac}/v1`,
  kind: 'Role',
  metadata: { name: 'evil' },
  rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
};
/** A policy without restrictions, with the name of the policy that isolates the namespace. */
const openPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: {
    name: 'disable-intra-tenant-networking-evil',
    annotations: { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' },
  },
  spec: { podSelector: {}, ingress: [{}] },
};
const destination = { server: ownCluster, namespace: 'evil-dev' };
const application = (name: string) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace },
  spec: {
    project: 'evil',
    source: { repoURL: repository.url, path: name, targetRevision: 'main' },
    destination,
    syncPolicy: { automated: {} },
  },
});

const session = () => sessionOf(group);

let installed: Promise<ArgoCd> | undefined;

async function install(): Promise<ArgoCd> {
  const argo = await sharedArgoCd();
  const { objects } = render([{ path: 'tenants/evil.yaml', text: tenant }]);
  const all = objects.flatMap(({ text }) => readManifests(text));
  const [first, rest] = [true, false].map((wanted) => all.filter(({ kind }) => (kind === 'Namespace') === wanted));
  for (const object of [...(first ?? []), ...(rest ?? [])]) await argo.apply(object);
  const metadata = { name: 'argocd-cm', namespace, labels: { 'app.kubernetes.io/part-of': 'argocd' } };
  await argo.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'accounts.kim': 'login' } });
  repository.commit({
    'isolation/policy.yaml': JSON.stringify(openPolicy),
    'limits/role.yaml': JSON.stringify(roleOfAll),
    'permissions/role.yaml': JSON.stringify(anyPermission),
    'workload/map.yaml': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' } }),
  });
  return argo;
}

function installation(): Promise<ArgoCd> {
  installed ??= install();
  return installed;
}

async function statusOf(argo: ArgoCd, name: string): Promise<ApplicationStatus> {
  await argo.apply(application(name));
  const one = applicationIn(argo.plane.api, name);
  return one.until('is synced or fails', ({ operationState }) => operationState?.syncResult !== undefined);
}

suite("the members of a Tenant with its own AppProject, in Argo CD's API and in Applications", (test) => {
  test('cannot add clusters, repositories or ApplicationSets to the project', async () => {
    const argo = await installation();
    const server = await argo.startApi();
    const file = resolve(argo.folder, 'written-by-a-member');
    const execProviderConfig = { apiVersion: 'client.authentication.k8s.io/v1', command: 'touch', args: [file] };
    const cluster = { server: 'https://127.0.0.1:1', name: 'x', project: 'evil', config: { execProviderConfig } };
    const tokenRef = { secretName: 'argocd-secret', key: 'server.secretkey' };
    const scmProvider = { gitea: { owner: 'x', api: 'http://127.0.0.1:1', tokenRef } };
    const set = {
      metadata: { name: 'evil', namespace },
      spec: { generators: [{ scmProvider }], template: { ...application('x'), metadata: { name: 'x' } } },
    };
    const statuses = new Map<string, number>();
    for (const [plural, body] of Object.entries({
      clusters: cluster,
      applicationsets: set,
      repositories: { repo: 'https://127.0.0.1:1/x', project: 'evil', insecure: true, proxy: 'http://127.0.0.1:1' },
    }))
      statuses.set(plural, await server.post(`/api/v1/${plural}`, body, session()));
    assert.equal(Object.fromEntries(statuses), { clusters: 403, applicationsets: 403, repositories: 403 });
    assert.not.ok(existsSync(file));
  });

  test('cannot replace a NetworkPolicy or create a Role or a RoleBinding in an Application, but can deploy a ConfigMap', async () => {
    const argo = await installation();
    for (const [path, kind] of [
      ['isolation', 'NetworkPolicy'],
      ['limits', 'RoleBinding'],
      ['permissions', 'Role'],
    ] as const) {
      const denied = await statusOf(argo, path);
      assert.match(denied.operationState?.message ?? '', `:${kind} is not permitted in project evil`);
    }
    assert.is((await statusOf(argo, 'workload')).operationState?.phase, 'Succeeded');
    await eventually('the workload is there', async () => {
      const { status } = await argo.plane.api.request('GET', '/api/v1/namespaces/evil-dev/configmaps/own');
      return status === 200 || undefined;
    });
  });

  test('can sync an Application, but not manifests of a request, and cannot change its live objects with the account of the server', async () => {
    const argo = await installation();
    await statusOf(argo, 'workload');
    const server = await argo.startApi();
    const path = '/api/v1/applications/workload';
    const live = new URLSearchParams({
      namespace: 'evil-dev',
      resourceName: 'own',
      version: 'v1',
      kind: 'ConfigMap',
      patchType: 'application/merge-patch+json',
    });
    const manifests = [JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } })];
    const statuses = [
      await server.post(`${path}/sync`, {}, session()),
      await server.post(`${path}/sync`, { manifests }, session()),
      await server.post(`${path}/resource?${live}`, JSON.stringify({ data: { a: 'b' } }), session()),
    ];
    assert.equal(statuses, [200, 403, 403]);
  });
});
