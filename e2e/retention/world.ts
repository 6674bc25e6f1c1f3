import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { clusterOf } from '../cluster.ts';
import { type ControlPlane, sharedControlPlane } from '../control-plane.ts';
import { binFolder } from '../tools/paths.ts';
import { lateClass, startProvisioner, storageClass } from './provisioner.ts';
import type { World } from './scenarios.ts';
import { installSidecar } from './sidecar.ts';
import { apply } from './tenants.ts';

let prepared: Promise<World & { readonly plane: ControlPlane }> | undefined;

/**
 * A cluster with the sidecar and a provisioner installed, shared by the tests of a run. The sidecar is not started yet.
 */
export function sharedWorld(): Promise<World & { readonly plane: ControlPlane }> {
  prepared ??= prepare();
  return prepared;
}

async function prepare(): Promise<World & { readonly plane: ControlPlane }> {
  const plane = await sharedControlPlane();
  await installSidecar(plane);
  const cluster = clusterOf(plane.api);
  await apply(cluster, storageClass, lateClass);
  const volumes = (...words: readonly string[]) => leasehold(plane, ['volumes', ...words]);
  return { plane, cluster, api: plane.api, provisioner: startProvisioner(plane.api), volumes };
}

function leasehold({ kubeconfig }: ControlPlane, args: readonly string[]): string {
  const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');
  const env = { ...process.env, KUBECONFIG: kubeconfig, PATH: `${binFolder}:${process.env['PATH']}` };
  return execFileSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
}
