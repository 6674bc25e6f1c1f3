import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { maxOfNamespace } from '../../sidecar/work/limited-store.ts';
import type { Api } from '../api.ts';
import type { Cluster } from '../cluster.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { deletePod, idleSets, late, pod, statefulSet } from './pods.ts';
import type { Provisioner } from './provisioner.ts';
import {
  apply,
  boundVolume,
  claim,
  deleteObject,
  hasData,
  isReserved,
  isRetained,
  namespace,
  readClaim,
  readVolume,
  waitForVolume,
  waitUntilGone,
  writeData,
} from './tenants.ts';

export interface World {
  readonly api: Api;
  readonly cluster: Cluster;
  readonly provisioner: Provisioner;
  /** Runs `leasehold volumes` and returns what it prints. */
  readonly volumes: (...words: readonly string[]) => string;
}

type Scenario = (world: World) => Promise<void>;

/** Each has its own tenant, so all of them run concurrently. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'a tenant that is removed with its namespace and added again has its data': (world) =>
    assertRestored(world, claim('back', 'data', 'retain')),

  'a tenant with late-binding volumes that is removed and added again has its data': async (world) => {
    await assertRestored(world, late(claim('late', 'data', 'retain')), pod('late', 'data'));
  },

  'a claim of a user is retained with its namespace': (world) => assertRestored(world, claim('mine', 'data')),

  'the claims of a StatefulSet are retained': (world) => assertSetRestored(world, 'sets'),

  'the claims of a StatefulSet are retained in a namespace with too many for the memory of the sidecar': (world) =>
    assertSetRestored(world, 'many', idleSets('many-dev', maxOfNamespace + 1)),

  'a claim that a user deletes follows the reclaim policy of its storage class': async ({
    api,
    cluster,
    provisioner,
  }) => {
    const data = claim('own', 'data');
    await apply(cluster, namespace('own', 'own'), data);
    const volume = await boundVolume(api, data);
    writeData(provisioner, volume);
    await guarded(api, data);
    await deleteObject(api, data);
    await eventually('the volume is deleted', async () => (await readVolume(api, volume)) === undefined || undefined);
    assert.not(hasData(provisioner, volume));
  },

  'data that Git asks to prune is deleted, even if it was retained before': async (world) => {
    const { api, cluster, provisioner } = world;
    await apply(cluster, namespace('purged', 'purged'), claim('purged', 'data', 'retain'));
    const volume = await retained(world, claim('purged', 'data', 'retain'));
    await apply(cluster, claim('purged', 'data', 'prune'));
    await deleteObject(api, claim('purged', 'data'));
    await eventually('the volume is deleted', async () => (await readVolume(api, volume)) === undefined || undefined);
    assert.not(hasData(provisioner, volume));
  },

  'a claim waits for its last Pod, and is retained meanwhile': async (world) => {
    const { api, cluster } = world;
    const data = claim('busy', 'data', 'retain');
    await apply(cluster, namespace('busy', 'busy'), data, pod('busy', 'data'));
    const volume = await retained(world, data);
    await deleteObject(api, data);
    await sleep(1500);
    assert.is((await readVolume(api, volume))?.status.phase, 'Bound');
    await deletePod(api, 'busy', 'pod');
    await waitForVolume(api, volume, 'reserved', isReserved);
  },

  'the volume of a namespace that was granted is not reserved until someone restores it': async (world) => {
    const { api, cluster, provisioner } = world;
    const data = claim('shop', 'data', 'retain');
    await apply(cluster, namespace('shop', 'granted'), data);
    const volume = await retained(world, data);
    await deleteObject(api, data);
    await waitForVolume(api, volume, 'released', ({ status }) => status.phase === 'Released');
    await sleep(1000);
    assert.is((await readVolume(api, volume))?.status.phase, 'Released');
    assert.match(world.volumes('list', '--tenant=granted'), `${volume}   granted   shop/data   fenced`);
    assert.is(world.volumes('restore', volume), `${volume} reserved\n`);
    await apply(cluster, data);
    assert.is(await boundVolume(api, data), volume);
    assert.ok(hasData(provisioner, volume));
  },

  'a reserved volume that someone purges is deleted with its data': async (world) => {
    const { api, cluster, provisioner } = world;
    const data = claim('expired', 'data', 'retain');
    await apply(cluster, namespace('expired', 'expired'), data);
    const volume = await retained(world, data);
    await deleteObject(api, data);
    await waitForVolume(api, volume, 'reserved', isReserved);
    world.volumes('purge', '--tenant=expired', '--older-than=1d', '--yes');
    assert.ok(hasData(provisioner, volume));
    assert.is(world.volumes('purge', volume, '--yes'), `${volume} purged\n`);
    await eventually('the volume is deleted', async () => (await readVolume(api, volume)) === undefined || undefined);
    assert.not(hasData(provisioner, volume));
  },

  'another tenant that gets the name of a namespace does not get the data': async (world) => {
    const { api, cluster } = world;
    const data = claim('fence-eu', 'data', 'retain');
    await apply(cluster, namespace('fence-eu', 'fence'), data);
    const volume = await retained(world, data);
    await deleteObject(api, namespace('fence-eu', 'fence'));
    await waitForVolume(api, volume, 'reserved', isReserved);
    await waitUntilGone(api, namespace('fence-eu', 'fence'));
    await apply(cluster, namespace('fence-eu', 'fence-eu'), data);
    await sleep(3000);
    assert.is((await readClaim(api, data))?.status.phase, 'Pending');
    assert.is((await readVolume(api, volume))?.spec.claimRef?.uid, undefined);
  },

  'a claim that is created again with a larger size does not change its former volume, and causes an event': async (
    world,
  ) => {
    const { api, cluster, provisioner } = world;
    await apply(cluster, namespace('grown', 'grown'), claim('grown', 'data', 'retain'));
    const volume = await retained(world, claim('grown', 'data', 'retain'));
    await deleteObject(api, claim('grown', 'data'));
    await waitForVolume(api, volume, 'reserved', isReserved);
    await apply(cluster, claim('grown', 'data', 'retain', '5Gi'));
    assert.is.not(await boundVolume(api, claim('grown', 'data')), volume);
    await eventually('an event reports the bypass', async () => {
      const query = { fieldSelector: `involvedObject.name=${volume},reason=VolumeBypassed` };
      const { body } = await api.request('GET', '/api/v1/namespaces/default/events', { query });
      return (body['items'] as readonly unknown[]).length === 1 || undefined;
    });
    assert.ok(hasData(provisioner, volume));
  },
};

async function assertSetRestored(world: World, tenant: string, others: readonly KubeObject[] = []): Promise<void> {
  const { api, cluster, provisioner } = world;
  const name = `${tenant}-dev`;
  const data = claim(name, 'data-db-0');
  await apply(cluster, namespace(name, tenant), ...others, statefulSet(name));
  const volume = await retained(world, data);
  await api.request('DELETE', `/apis/apps/v1/namespaces/${name}/statefulsets/db`);
  await deletePod(api, name, 'db-0');
  await deleteObject(api, data);
  await waitForVolume(api, volume, 'reserved', isReserved);
  await apply(cluster, statefulSet(name));
  assert.is(await boundVolume(api, data), volume);
  assert.ok(hasData(provisioner, volume));
}

/** Removes a namespace with its claim, creates both again, and finds the data. */
async function assertRestored(world: World, data: KubeObject, ...others: readonly KubeObject[]): Promise<void> {
  const { api, cluster, provisioner } = world;
  const home = namespace(data.metadata.namespace ?? '', data.metadata.namespace ?? '');
  await apply(cluster, home, data, ...others);
  const volume = await boundVolume(api, data);
  writeData(provisioner, volume);
  await guarded(api, data);
  await deleteObject(api, home);
  await waitUntilGone(api, home);
  await waitForVolume(api, volume, 'reserved', isReserved);
  await apply(cluster, home, data, ...others);
  assert.is(await boundVolume(api, data), volume);
  assert.ok(hasData(provisioner, volume));
}

/** Writes data into the volume of a claim, and waits until it is retained. */
async function retained({ api, provisioner }: World, data: KubeObject): Promise<string> {
  const volume = await boundVolume(api, data);
  writeData(provisioner, volume);
  await waitForVolume(api, volume, 'retained', isRetained);
  return volume;
}

/** Waits for the finalizer. The sidecar ignores the deletion of a claim without it. */
async function guarded(api: Api, object: KubeObject): Promise<void> {
  await eventually('the claim has the finalizer', async () => {
    const live = await readClaim(api, object);
    return live?.metadata.finalizers?.includes('leasehold.dev/volume') || undefined;
  });
}
