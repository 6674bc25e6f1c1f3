import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { clusterOf } from '../cluster.ts';
import { sharedControlPlane } from '../control-plane.ts';
import { type Provisioner, startProvisioner, storageClass } from './provisioner.ts';
import { installSidecar, type RunningSidecar, ready, startSidecar } from './sidecar.ts';
import {
  apply,
  boundVolume,
  claim,
  deleteObject,
  gone,
  hasData,
  isReserved,
  isRetained,
  namespace,
  volumeIs,
  writeData,
} from './tenants.ts';

interface World {
  readonly provisioner: Provisioner;
  readonly sidecar: RunningSidecar;
}
let started: Promise<World> | undefined;

async function world() {
  const plane = await sharedControlPlane();
  started ??= (async () => {
    const cluster = await installSidecar(plane);
    await apply(cluster, storageClass);
    const provisioner = startProvisioner(plane.api);
    const sidecar = await startSidecar(plane);
    await ready(sidecar);
    return { provisioner, sidecar };
  })();
  return { plane, cluster: clusterOf(plane.api), api: plane.api, ...(await started) };
}

suite('the sidecar and volumes', (test) => {
  test('a tenant that is removed with its namespace and comes back has its data', async () => {
    const { api, cluster, provisioner } = await world();
    const data = claim('back', 'data', 'retain');
    await apply(cluster, namespace('back', 'back'), data);
    const volume = await boundVolume(api, data);
    writeData(provisioner, volume);
    await volumeIs(api, volume, 'retained', isRetained);
    await deleteObject(api, namespace('back', 'back'));
    await gone(api, namespace('back', 'back'));
    await volumeIs(api, volume, 'reserved', isReserved);
    await apply(cluster, namespace('back', 'back'), data);
    assert.is(await boundVolume(api, data), volume);
    assert.ok(hasData(provisioner, volume));
  });
});
