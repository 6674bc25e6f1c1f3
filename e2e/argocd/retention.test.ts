import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { ready, startSidecar } from '../retention/sidecar.ts';
import {
  boundVolume,
  claim,
  hasData,
  isReserved,
  isRetained,
  namespace,
  readClaim,
  readVolume,
  waitForVolume,
  waitUntilGone,
  writeData,
} from '../retention/tenants.ts';
import { sharedWorld } from '../retention/world.ts';
import type { Application } from './application.ts';
import { sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { makeRepository } from './repository.ts';

const settings = platform.replace(
  'spec: {',
  'spec: { retention: { namespaces: prune }, tetrapus: { storageClassName: folders },',
);

/** A tenant with a namespace, which contains an Org with a volume. */
function tenant(home: string, name: string): string {
  const labels = `labels: { leasehold.dev/tenant: ${name} }`;
  return `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: { name: ${home}, ${labels} }
spec: { plan: basic, userId: ${home}, username: ${home} }
---
apiVersion: tetrapus.io/v1alpha1
kind: Org
metadata: { name: ${home}, namespace: ${home}, ${labels} }
spec: { slug: ${home}, region_code: eu-west-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0" }
`;
}

suite('in a real Argo CD, with the sidecar', (test) => {
  test('a tenant that is removed and added again gets its data back, and no other tenant gets it', async () => {
    const { create } = await sharedArgoCd();
    const { api, plane, provisioner } = await sharedWorld();
    const sidecar = await startSidecar(plane);
    let application: Application | undefined;
    try {
      await ready(sidecar);
      const repository = makeRepository();
      const files = { 'tenants/ruby.yaml': tenant('ruby', 'ruby'), 'tenants/opal.yaml': tenant('opal-eu', 'opal') };
      // Argo CD never prunes all objects, so one tenant remains.
      const stays = { 'tenants/platform.yaml': settings, 'tenants/jade.yaml': kleffTenant('jade') };
      const added = repository.commit({ ...stays, ...files });
      application = await create({ name: 'retention', repository });
      await application.settled(added, 120);
      const [ruby, opal] = [claim('ruby', 'org-ruby-data'), claim('opal-eu', 'org-opal-eu-data')];
      const volumes = [await boundVolume(api, ruby), await boundVolume(api, opal)] as const;
      for (const volume of volumes) {
        writeData(provisioner, volume);
        await waitForVolume(api, volume, 'retained', isRetained);
      }

      repository.commit({ 'tenants/ruby.yaml': null, 'tenants/opal.yaml': null });
      await application.refresh();
      for (const home of ['ruby', 'opal-eu']) await waitUntilGone(api, namespace(home, home));
      for (const volume of volumes) await waitForVolume(api, volume, 'reserved', isReserved);

      const stranger = { 'tenants/opal-eu.yaml': tenant('opal-eu', 'opal-eu') };
      repository.commit({ 'tenants/ruby.yaml': files['tenants/ruby.yaml'], ...stranger });
      await application.refresh();
      assert.is(await boundVolume(api, ruby), volumes[0]);
      for (const volume of volumes) assert.ok(hasData(provisioner, volume));
      await sleep(3000);
      assert.is((await readClaim(api, opal))?.status.phase, 'Pending');
      assert.is((await readVolume(api, volumes[1]))?.spec.claimRef?.uid, undefined);
    } finally {
      await application?.remove();
      await sidecar.stop();
    }
  });
});
