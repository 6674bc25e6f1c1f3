import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import type { ArgoCd } from './argocd.ts';
import { namespace } from './installation.ts';
import {
  account,
  createAsMember,
  group,
  installMembers,
  platformApplication,
  removePolicies,
  synced,
} from './member-applications.ts';
import { makeRepository } from './repository.ts';

const repository = makeRepository();

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

let installed: Promise<ArgoCd> | undefined;

async function install(): Promise<ArgoCd> {
  const argo = await installMembers(repository.url);
  repository.commit({
    'own/map.yaml': JSON.stringify(map('own')),
    'foreign/map.yaml': nested('foreign', foreign),
    'admin/map.yaml': nested('admin', clusterAdmin),
    'forged/map.yaml': nested('forged', tracked('mallory-dev')),
    'frozen/map.yaml': JSON.stringify(map('thawed')),
  });
  return argo;
}

function installation(): Promise<ArgoCd> {
  installed ??= install();
  return installed;
}

const create = (argo: ArgoCd, name: string, path: string, place?: string) =>
  createAsMember(argo, { repository: repository.url, name, path, ...(place === undefined ? {} : { place }) });

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
    assert.match(
      await synced(argo, 'mallory-forged'),
      'tracking: an annotation that only Argo CD changes: all-tenants:',
    );
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

  test('the policies are removed', async () => removePolicies(await installation()));
});
