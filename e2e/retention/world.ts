import { clusterOf } from '../cluster.ts';
import { type ControlPlane, sharedControlPlane } from '../control-plane.ts';
import { lateClass, startProvisioner, storageClass } from './provisioner.ts';
import type { World } from './scenarios.ts';
import { installSidecar } from './sidecar.ts';
import { apply } from './tenants.ts';

let prepared: Promise<World & { readonly plane: ControlPlane }> | undefined;

/** A cluster in which the sidecar is installed, with a provisioner; shared by the tests of a run. No sidecar runs yet. */
export function sharedWorld(): Promise<World & { readonly plane: ControlPlane }> {
  prepared ??= prepare();
  return prepared;
}

async function prepare(): Promise<World & { readonly plane: ControlPlane }> {
  const plane = await sharedControlPlane();
  await installSidecar(plane);
  const cluster = clusterOf(plane.api);
  await apply(cluster, storageClass, lateClass);
  return { plane, cluster, api: plane.api, provisioner: startProvisioner(plane.api) };
}
