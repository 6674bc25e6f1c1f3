import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { type KubeObject, nameOf } from '../manifests.ts';
import { type ApplicationStatus, applicationIn, pathOf } from './application.ts';
import { applySet, refreshSet, settled } from './applicationset.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import {
  accountOf,
  delegatedFiles,
  hostileObjects,
  memberOf,
  tenants,
  uncheckedPlugin,
  volumeClaim,
} from './delegated.ts';
import { readExample } from './examples.ts';
import { makeRepository } from './repository.ts';

const repository = makeRepository();

/** Applies both ApplicationSets of delegated tenants, in an Argo CD that impersonates the accounts of projects. */
async function deliver(argo: ArgoCd): Promise<void> {
  const data = { 'application.sync.impersonation.enabled': 'true', 'application.sync.impersonation.enforced': 'false' };
  const body = { data };
  const path = '/api/v1/namespaces/argocd/configmaps/argocd-cm';
  await argo.plane.api.request('PATCH', path, { body, contentType: 'application/merge-patch+json' });
  const own = { server: argo.server, repository: repository.url };
  await argo.apply(readExample('access/project-isolation.yaml', own));
  const commit = repository.commit(delegatedFiles(repository.url));
  const shared = await argo.create({ name: 'delegated-platform', repository, parameters: { tenant: 'platform' } });
  await shared.settled(commit);
  await applySet(argo, 'applicationset-isolation.yaml', repository, 'delegated-isolation');
  await applySet(argo, 'applicationset-workloads.yaml', repository, 'delegated-workloads');
  await settled(argo, 'isolation-', commit, tenants.length);
  // An ApplicationSet looks for new projects only periodically.
  await refreshSet(argo.plane.api, 'delegated-workloads');
  await settled(argo, 'workloads-', commit, tenants.length);
}

const questions = ['get', 'list', 'create', 'patch', 'delete'].flatMap((verb) =>
  ['secrets', 'persistentvolumeclaims', 'pods', 'rolebindings', 'resourcequotas', 'networkpolicies'].map(
    (resource) => [verb, resource] as const,
  ),
);

/** The actions that `kubectl auth can-i` allows a user in a namespace. */
async function allowed({ plane }: ArgoCd, user: string, namespace: string): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const [verb, resource] of questions) {
    const { stdout } = plane.kubectl(['auth', 'can-i', verb, resource, '--namespace', namespace, '--as', user]);
    if (stdout.trim() === 'yes') rows.push(`${verb} ${resource}`);
  }
  return rows;
}

const requests = [
  ['GET', '/api/v1/namespaces/anna-dev/secrets/token'],
  ['GET', '/api/v1/namespaces/anna-dev/secrets'],
  ['GET', '/api/v1/secrets'],
  ['GET', '/api/v1/namespaces/anna-dev/persistentvolumeclaims/data'],
  ['DELETE', '/api/v1/namespaces/anna-dev/persistentvolumeclaims/data'],
  ['DELETE', '/api/v1/namespaces/anna-dev/secrets/token'],
  ['DELETE', '/api/v1/namespaces/anna-dev'],
  ['DELETE', '/api/v1/namespaces/evil-dev/resourcequotas/mto-quota'],
  ['GET', '/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/anna-deploy'],
  ['DELETE', '/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/anna-deploy'],
  ['DELETE', '/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/evil-deploy'],
] as const;

suite('in a real Argo CD, a delegated tenant that attacks another one', (test) => {
  test('cannot read or change the objects of the other one, either as a member or as an account', async () => {
    const argo = await sharedArgoCd();
    await deliver(argo);
    await argo.apply(volumeClaim);
    for (const user of [memberOf('evil'), accountOf('evil')]) {
      assert.equal(await allowed(argo, user, 'anna-dev'), [], user);
      assert.ok(
        (await allowed(argo, user, 'evil-dev')).includes('get secrets'),
        `${user} cannot use its own namespace`,
      );
      const api = argo.plane.api.as(user, 'system:authenticated');
      for (const [method, path] of requests) {
        const query = method === 'DELETE' ? { dryRun: 'All' } : {};
        assert.is((await api.request(method, path, { query })).status, 403, `${user}: ${method} ${path}`);
      }
      assert.is((await api.request('GET', '/api/v1/namespaces/evil-dev/secrets/token')).status, 200, user);
    }
  });

  test('cannot apply hostile objects with the account, even if every check of the render fails', async () => {
    const { plane, cluster } = await sharedArgoCd();
    for (const object of hostileObjects) {
      const path = await cluster.discovery.pathOf(object);
      const request = {
        body: object,
        contentType: 'application/apply-patch+yaml',
        query: { fieldManager: 'evil', force: 'true' },
      };
      const { status } = await plane.api
        .as(accountOf('evil'), 'system:serviceaccounts')
        .request('PATCH', path, request);
      assert.is(status, 403, nameOf(object));
    }
  });

  test('cannot sync hostile objects: Argo CD rejects each because of the project', async () => {
    const argo = await sharedArgoCd();
    await withoutChecks(argo, async () => {
      const message = await failureOf(argo, 'workloads-evil', hostileObjects.length + 1);
      for (const { kind, metadata } of hostileObjects)
        assert.ok(
          message.some((line) => line.includes(kind) && line.includes(metadata.name)),
          `${kind} ${metadata.name}\n${message.join('\n')}`,
        );
      for (const line of message) assert.match(line, /not permitted in project|is not permitted/);
    });
  });

  test('cannot sync hostile objects in a project that allows everything: the API server rejects the requests of the account', async () => {
    const argo = await sharedArgoCd();
    await withoutChecks(argo, async () => {
      await argo.apply(wideProject(argo.server));
      const { body } = await argo.plane.api.request('GET', pathOf('workloads-evil'));
      const { spec } = body as unknown as KubeObject;
      const application = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' };
      const syncPolicy = { automated: {}, syncOptions: ['ServerSideApply=true'] };
      const wide = { ...(spec as object), project: 'wide', syncPolicy };
      await argo.apply({ ...application, metadata: { name: 'wide-evil', namespace: 'argocd' }, spec: wide });
      const lines = await failureOf(argo, 'wide-evil', 1);
      assert.match(lines.join('\n'), `User "${accountOf('evil')}" cannot`);
      await applicationIn(argo.plane.api, 'wide-evil').remove();
    });
    const { status } = await argo.plane.api.request('GET', '/api/v1/namespaces/anna-dev/configmaps/smuggled');
    assert.is(status, 404);
  });
});

async function withoutChecks(argo: ArgoCd, act: () => Promise<void>): Promise<void> {
  await argo.restartPlugin((text) => text.replaceAll(/\S*leasehold-cmp\.cjs/g, (path) => uncheckedPlugin(path)));
  try {
    await act();
  } finally {
    await argo.restartPlugin((text) => text);
  }
}

/** The objects that a sync rejected, with the reason for each. */
async function failureOf({ plane }: ArgoCd, name: string, least: number): Promise<readonly string[]> {
  const application = applicationIn(plane.api, name);
  const rejectedBy = (operation: ApplicationStatus['operationState']) =>
    (operation?.syncResult?.resources ?? [])
      .filter(({ status }) => status === 'SyncFailed')
      .map((one) => `${one.kind} ${one.namespace ?? ''}/${one.name}: ${one.message}`);
  const ask = async () => {
    // Argo CD caches the failed connection to the plugin during its restart.
    await application.refresh('hard');
    const hasFailed = ({ operationState }: ApplicationStatus) => rejectedBy(operationState).length >= least;
    return application.until(`rejects ${least} objects`, hasFailed, 10).catch(() => undefined);
  };
  const { operationState } = await eventually(`${name} rejects ${least} objects`, ask, 60).catch(application.status);
  return rejectedBy(operationState);
}

function wideProject(server: string): KubeObject {
  const accounts = [{ server, namespace: '*', defaultServiceAccount: 'leasehold-deploy:evil-deploy' }];
  const everything = [{ group: '*', kind: '*' }];
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'wide', namespace: 'argocd' },
    spec: {
      sourceRepos: ['*'],
      destinations: [{ server: '*', namespace: '*' }],
      clusterResourceWhitelist: everything,
      destinationServiceAccounts: accounts,
    },
  };
}
