import * as assert from 'uvu/assert';
import { render } from '../../leasehold.ts';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { readManifests } from '../manifests.ts';
import { startStatusSidecar } from '../retention/status-sidecar.ts';
import { isSettled } from './application.ts';
import { sharedArgoCd } from './argocd.ts';
import { kleffTenant, org, platform } from './fixtures.ts';
import { makeRepository } from './repository.ts';

const settings = platform.replace('spec: {', 'spec: { tenantResources: applied, retention: { namespaces: prune },');
const files = {
  'tenants/platform.yaml': settings,
  'tenants/shown.yaml': kleffTenant('shown'),
  'tenants/brief.yaml': kleffTenant('brief'),
  'tenants/pod.yaml': org('shown-org'),
};

suite('in a real Argo CD, tenant resources in the cluster', (test) => {
  test('do not block the sync that creates them, have a status, and are deleted with their namespace', async () => {
    const { create, plane } = await sharedArgoCd();
    const { ok, objects } = render(Object.entries(files).map(([path, text]) => ({ path, text })));
    assert.ok(ok);
    const sidecar = await startStatusSidecar(objects.flatMap(({ text }) => readManifests(text)));
    const repository = makeRepository();
    const added = repository.commit(files);
    const application = await create({ name: 'resources', repository });
    try {
      await application.settled(added, 180);
      const read = async (path: string) => plane.api.request('GET', path);
      const tenants = '/apis/kleff.kleff.io/v1/namespaces/registry/tenants';
      await eventually('the Org runs', async () => {
        const { body } = await read('/apis/tetrapus.io/v1alpha1/namespaces/registry/orgs/shown-org');
        return JSON.stringify(body['status']).includes('"phase":"Running"') || undefined;
      });
      const { body } = await read(`${tenants}/brief`);
      assert.match(JSON.stringify(body['metadata']), 'kleff.io/namespace-finalizer');
      assert.match(JSON.stringify(body['status']), '"status":"True","type":"TenantReady"');

      const commit = repository.commit({ 'tenants/brief.yaml': null });
      await application.refresh();
      for (const path of ['/api/v1/namespaces/live-brief', `${tenants}/brief`])
        await eventually(`${path} is gone`, async () => (await read(path)).status === 404 || undefined, 120);
      await application.until('is Synced and Healthy', (one) => isSettled(one, commit));
      assert.is((await read(`${tenants}/shown`)).status, 200);
    } finally {
      await application.remove();
      await sidecar.stop();
    }
  });
});
