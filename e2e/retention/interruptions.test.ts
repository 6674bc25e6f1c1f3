import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { failures } from './failures.ts';
import { startProxy } from './proxy.ts';
import type { World } from './scenarios.ts';
import { ready, startSidecar } from './sidecar.ts';
import { started, stopping } from './stops.ts';
import { killedAt, supervised } from './supervisor.ts';
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
import { sharedWorld } from './world.ts';

suite('no data is lost', (all) => {
  const test = stopping(all);

  test('when the sidecar is killed before and after each of its writes', async () => {
    const world = await sharedWorld();
    const points = [1, 2, 3, 4].flatMap((write) =>
      (['cut-before', 'cut-after'] as const).map((fate) => ({ write, fate })),
    );
    const tenants = points.map((_, index) => `kill-${index}`);
    const volumes = await created(world, tenants);
    const kills = killedAt(points, tenants, volumes);
    const proxy = await proxied(world.plane, kills.fateOf);
    started.push(supervised(() => startSidecar(world.plane, { through: proxy }), kills).stop);
    await returned(world, tenants, volumes);
    assert.is(kills.done(), points.length);
  });

  test('when every fifth request fails, in seven ways, and two replicas run', async () => {
    const world = await sharedWorld();
    const fates = failures();
    const proxy = await proxied(world.plane, fates.fateOf);
    await Promise.all([0, 1].map(() => running(world.plane, { through: proxy })));
    const tenants = ['storm-0', 'storm-1', 'storm-2'];
    await returned(world, tenants, await created(world, tenants));
    assert.ok(fates.count() > 7, `only ${fates.count()} requests failed`);
  });

  test('while the API server does not respond', async () => {
    const world = await sharedWorld();
    let isDown = false;
    const proxy = await proxied(world.plane, () => (isDown ? 'cut-before' : 'pass'));
    const sidecar = await running(world.plane, { through: proxy });
    await ready(sidecar);
    const volumes = await created(world, ['down']);
    await waitForVolume(world.api, volumes[0] as string, 'retained', isRetained);
    isDown = true;
    proxy.cutAll();
    await deleteObject(world.api, claim('down', 'data'));
    await eventually('the sidecar is not ready', async () => (await sidecar.page('readyz')) !== 'ok\n' || undefined);
    assert.is((await readVolume(world.api, volumes[0] as string))?.status.phase, 'Bound');
    isDown = false;
    await waitForVolume(world.api, volumes[0] as string, 'reserved', isReserved);
    assert.ok(hasData(world.provisioner, volumes[0] as string));
    await ready(sidecar);
  });

  test('when the sidecar is stopped before a namespace is deleted, and started while the claim waits', async () => {
    const world = await sharedWorld();
    const { api } = world;
    const [volume = ''] = await created(world, ['off']);
    const first = await running(world.plane);
    await waitForVolume(api, volume, 'retained', isRetained);
    await first.stop();
    await deleteObject(api, namespace('off', 'off'));
    await eventually('the claim waits', async () => {
      const live = await readClaim(api, claim('off', 'data'));
      return live?.metadata.finalizers?.join() === 'leasehold.dev/volume' || undefined;
    });
    const second = await running(world.plane);
    await waitUntilGone(api, namespace('off', 'off'));
    await waitForVolume(api, volume, 'reserved', isReserved);
    assert.ok(hasData(world.provisioner, volume));
    await second.terminate();
    assert.match(second.log(), '"message":"stopped"');
  });
});

async function proxied(...args: Parameters<typeof startProxy>): ReturnType<typeof startProxy> {
  const proxy = await startProxy(...args);
  started.push(proxy.stop);
  return proxy;
}

async function running(...args: Parameters<typeof startSidecar>): ReturnType<typeof startSidecar> {
  const sidecar = await startSidecar(...args);
  started.push(sidecar.stop);
  return sidecar;
}

/** Creates a namespace with a claim for each tenant, and returns the volumes, which contain data. */
async function created({ api, cluster, provisioner }: World, tenants: readonly string[]): Promise<readonly string[]> {
  await apply(cluster, ...tenants.flatMap((tenant) => [namespace(tenant, tenant), claim(tenant, 'data', 'retain')]));
  const volumes = await Promise.all(tenants.map((tenant) => boundVolume(api, claim(tenant, 'data'))));
  for (const volume of volumes) writeData(provisioner, volume);
  return volumes;
}

/** Deletes the claims when their volumes are retained, creates them again, and finds the data. */
async function returned(world: World, tenants: readonly string[], volumes: readonly string[]): Promise<void> {
  const { api, cluster, provisioner } = world;
  const each = (act: (tenant: string, volume: string) => Promise<unknown>) =>
    Promise.all(tenants.map((tenant, index) => act(tenant, volumes[index] ?? '')));
  await each((_, volume) => waitForVolume(api, volume, 'retained', isRetained));
  await each((tenant) => deleteObject(api, claim(tenant, 'data')));
  await each((_, volume) => waitForVolume(api, volume, 'reserved', isReserved));
  await each((tenant) => apply(cluster, claim(tenant, 'data', 'retain')));
  await each(async (tenant, volume) => {
    assert.is(await boundVolume(api, claim(tenant, 'data')), volume);
    assert.ok(hasData(provisioner, volume));
  });
}
