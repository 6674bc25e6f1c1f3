import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import { waitForPolicies } from '../admission/marker.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { type ApplicationStatus, applicationIn } from './application.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { namespace, ownCluster } from './installation.ts';
import { memberTenant } from './member-tenant.ts';
import { makeRepository } from './repository.ts';
import { sessionOf } from './session.ts';

const repository = makeRepository();
const group = 'mallory-devs';
const account = 'system:serviceaccount:leasehold-members:mallory';

const rbac = 'rbac.authorization.k8s.io';
const map = (name: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...more });
const clusterAdmin = {
  apiVersion: `${rbac}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name: 'mallory-admin' },
  roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ kind: 'Group', apiGroup: rbac, name: group }],
};
const foreign = { ...map('smuggled'), metadata: { name: 'smuggled', namespace: 'victim-dev' } };
/** A ConfigMap with the tracking ID of the platform's Application, which the tenant's namespaces name. */
const tracked = (place: string) => ({
  ...map('tracked'),
  metadata: {
    name: 'tracked',
    namespace: place,
    annotations: { 'argocd.argoproj.io/tracking-id': `all-tenants:/ConfigMap:${place}/tracked` },
  },
});
/** For Argo CD, the inner object is a ConfigMap. kubectl applies its items. */
const nested = (name: string, ...items: readonly object[]) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [map(name, { items: [map(`${name}-own`), ...items] })] });

/** The name of an Application that the platform formerly used for a namespace of the tenant: the name of the tenant. */
const platformApplication = 'mallory';

let installed: Promise<ArgoCd> | undefined;

async function install(): Promise<ArgoCd> {
  const argo = await sharedArgoCd();
  const data = {
    'accounts.kim': 'login',
    'application.sync.impersonation.enabled': 'true',
    'application.sync.impersonation.enforced': 'false',
  };
  const change = { body: { data }, contentType: 'application/merge-patch+json' };
  await argo.plane.api.request('PATCH', `/api/v1/namespaces/${namespace}/configmaps/argocd-cm`, change);
  const { objects } = render([{ path: 'platform.yaml', text: memberTenant(repository.url) }]);
  const all = objects.flatMap(({ text }) => readManifests(text));
  const isPolicy = ({ kind }: KubeObject) => kind.startsWith('Validating');
  const isNamespace = ({ kind }: KubeObject) => kind === 'Namespace';
  for (const object of all.filter(isNamespace)) await argo.apply(labeled(object));
  for (const object of all.filter((one) => !isNamespace(one) && !isPolicy(one))) await argo.apply(object);
  const used = ['leasehold-cordon', 'leasehold-tracking'];
  for (const object of all.filter((one) => isPolicy(one) && used.includes(one.metadata.name))) await argo.apply(object);
  await waitForPolicies(argo.cluster);
  repository.commit({
    'own/map.yaml': JSON.stringify(map('own')),
    'foreign/map.yaml': nested('foreign', foreign),
    'admin/map.yaml': nested('admin', clusterAdmin),
    'forged/map.yaml': nested('forged', tracked('mallory-dev')),
    'frozen/map.yaml': JSON.stringify(map('thawed')),
  });
  return argo;
}

/** As after a sync of the platform's Application. The namespace `mallory-frozen` is also cordoned. */
function labeled(object: KubeObject): KubeObject {
  const { name, labels, annotations } = object.metadata;
  const isFrozen = name === 'mallory-frozen';
  const application = isFrozen ? platformApplication : 'all-tenants';
  return {
    ...object,
    metadata: {
      ...object.metadata,
      labels: { ...(labels as object), ...(isFrozen ? { 'leasehold.dev/cordoned': 'true' } : {}) },
      annotations: {
        ...(annotations as object),
        'argocd.argoproj.io/tracking-id': `${application}:/Namespace:/${name}`,
      },
    },
  };
}

function installation(): Promise<ArgoCd> {
  installed ??= install();
  return installed;
}

async function create(argo: ArgoCd, name: string, path: string, place = 'mallory-dev'): Promise<number> {
  const server = await argo.startApi();
  const spec = {
    project: 'mallory',
    source: { repoURL: repository.url, path, targetRevision: 'main' },
    destination: { server: ownCluster, namespace: place },
    syncPolicy: { automated: {}, retry: { limit: 0 } },
  };
  return server.post('/api/v1/applications', { metadata: { name, namespace }, spec }, sessionOf(group));
}

/** The messages about the objects of the first sync. */
async function synced(argo: ArgoCd, name: string): Promise<string> {
  const isDone = ({ operationState }: ApplicationStatus) =>
    operationState?.syncResult?.resources?.some(({ status }) => status !== undefined) === true;
  const { operationState } = await applicationIn(argo.plane.api, name).until('syncs or fails', isDone);
  const resources = operationState?.syncResult?.resources ?? [];
  return [operationState?.message, ...resources.map(({ status, message }) => `${status}: ${message}`)].join('\n');
}

async function statusOf(argo: ArgoCd, path: string): Promise<number> {
  return (await argo.plane.api.request('GET', path)).status;
}

suite('the account that applies the Applications of members', (test) => {
  test('applies their objects, in Applications with the prefix of the project', async () => {
    const argo = await installation();
    assert.is(await create(argo, 'mallory-own', 'own'), 200);
    assert.match(await synced(argo, 'mallory-own'), /^successfully synced/);
    assert.is(await statusOf(argo, '/api/v1/namespaces/mallory-dev/configmaps/own'), 200);
  });

  test('cannot apply objects inside other objects in the namespace of another tenant, or without a namespace', async () => {
    const argo = await installation();
    for (const name of ['foreign', 'admin']) {
      assert.is(await create(argo, `mallory-${name}`, name), 200);
      assert.match(await synced(argo, `mallory-${name}`), new RegExp(`User \\\\?"${account}\\\\?" cannot`));
    }
    assert.is(await statusOf(argo, '/api/v1/namespaces/victim-dev/configmaps/smuggled'), 404);
    assert.is(await statusOf(argo, `/apis/${rbac}/v1/clusterrolebindings/mallory-admin`), 404);
  });

  test('cannot name the Application of the platform in objects inside other objects', async () => {
    const argo = await installation();
    assert.is(await create(argo, 'mallory-forged', 'forged'), 200);
    assert.match(await synced(argo, 'mallory-forged'), 'tracking: an annotation that only Argo CD sets: all-tenants:');
    assert.is(await statusOf(argo, '/api/v1/namespaces/mallory-dev/configmaps/tracked'), 404);
  });

  test('is not exempt from rules in an Application with the name of a removed Application of the platform', async () => {
    const argo = await installation();
    assert.is(await create(argo, platformApplication, 'frozen', 'mallory-frozen'), 200);
    // Both rules reject the object, and the API server reports one of them.
    assert.match(await synced(argo, platformApplication), /(?:cordon: writes in namespaces|tracking: an annotation)/);
    assert.is(await statusOf(argo, '/api/v1/namespaces/mallory-frozen/configmaps/thawed'), 404);
  });

  test('is not used for an Application with the name of another tenant, which members cannot create', async () => {
    const argo = await installation();
    for (const name of ['victim', 'isolation-victim', 'malloryx'])
      assert.is(await create(argo, name, 'own'), 403, name);
  });

  test("is an account that Argo CD's server can act as, unlike an account in a namespace of the tenant", async () => {
    const { plane } = await installation();
    const answers = ['leasehold-members', 'mallory-dev'].map((place) => {
      const question = ['auth', 'can-i', 'impersonate', 'serviceaccounts/mallory', '--namespace', place];
      return plane.kubectl([...question, '--as', `system:serviceaccount:${namespace}:argocd-server`]).stdout.trim();
    });
    assert.equal(answers, ['yes', 'no']);
  });

  test('the policies are removed', async () => {
    const { cluster } = await installation();
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const kinds = ['ValidatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy'];
    const names = ['leasehold-cordon', 'leasehold-tracking'];
    await cluster.remove(kinds.flatMap((kind) => names.map((name) => ({ apiVersion, kind, metadata: { name } }))));
  });
});
