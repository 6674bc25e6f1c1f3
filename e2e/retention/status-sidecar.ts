import { prepare } from '../apply-again.ts';
import type { KubeObject } from '../manifests.ts';
import { installation, type RunningSidecar, ready, startSidecar } from './sidecar.ts';
import { apply } from './tenants.ts';
import { sharedWorld } from './world.ts';

/**
 * Starts a sidecar that also writes the status of tenant resources. The cluster gets definitions for the kinds of the
 * objects.
 */
export async function startStatusSidecar(objects: readonly KubeObject[]): Promise<RunningSidecar> {
  const { cluster, plane } = await sharedWorld();
  await prepare(cluster, objects);
  const installed = installation('sidecar-status');
  await apply(cluster, ...installed.filter(({ kind }) => kind !== 'Deployment'));
  const deployment = JSON.stringify(installed.find(({ kind }) => kind === 'Deployment'));
  const more = [...deployment.matchAll(/"(--status=[^"]+)"/g)].map(([, option = '']) => option);
  const sidecar = await startSidecar(plane, { more });
  await ready(sidecar);
  return sidecar;
}
