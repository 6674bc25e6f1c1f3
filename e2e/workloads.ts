import * as assert from 'uvu/assert';
import type { ControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import type { KubeObject } from './manifests.ts';

export const kept = 'leasehold.dev/replicas-before-sleep';

export function workload(kind: string, name: string, replicas: number, annotations = {}): KubeObject {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example.com/main:1' }] } };
  const own = kind === 'StatefulSet' ? { serviceName: name } : {};
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace: 'sleepers-dev', annotations },
    spec: { ...own, replicas, selector: { matchLabels: labels }, template },
  };
}

/** Creates workloads, as their owner does. If a number is given, waits until each workload has that number of ready pods. */
export async function createWorkloads(
  plane: ControlPlane,
  objects: readonly KubeObject[],
  ready: number | undefined,
): Promise<void> {
  const { status, stderr } = plane.kubectl(['create', '-f', '-'], objects.map((one) => JSON.stringify(one)).join('\n'));
  assert.is(status, 0, stderr);
  if (ready !== undefined) await waitForReadyPods(plane, ready);
}

export async function waitForReadyPods(plane: ControlPlane, count: number): Promise<void> {
  await eventually(`${count} pods of each workload are ready`, async () => {
    const all = await workloads(plane);
    return (
      all.every(({ status }) => (status?.readyReplicas ?? 0) === count && (status?.replicas ?? 0) === count) ||
      undefined
    );
  });
}

interface Workload extends KubeObject {
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly readyReplicas?: number; readonly replicas?: number };
}

async function workloads({ kubectl }: ControlPlane, namespace = 'sleepers-dev'): Promise<readonly Workload[]> {
  const { stdout } = kubectl(['get', 'deployments,statefulsets', '-n', namespace, '-o', 'json']);
  return (JSON.parse(stdout) as { readonly items: readonly Workload[] }).items;
}

type States = Readonly<Record<string, readonly (number | string)[]>>;

/** The replica count of each workload, and its former count if the annotation keeps one. */
export async function statesOf(plane: ControlPlane, namespace?: string): Promise<States> {
  const all = await workloads(plane, namespace);
  return Object.fromEntries(
    all.map(({ kind, metadata, spec }) => {
      const { [kept]: count } = (metadata['annotations'] ?? {}) as Readonly<Record<string, string>>;
      return [`${kind} ${metadata.name}`, [spec.replicas, ...(count === undefined ? [] : [count])]];
    }),
  );
}

/** The generation of each workload, which increases with each change of the spec. */
export async function generationsOf(plane: ControlPlane): Promise<readonly unknown[]> {
  return (await workloads(plane)).map(({ metadata }) => metadata['generation']);
}

export async function specsOf(plane: ControlPlane): Promise<readonly unknown[]> {
  return (await workloads(plane)).map(({ metadata, spec }) => [metadata['generation'], metadata['annotations'], spec]);
}

export async function deleteWorkloads({ kubectl }: ControlPlane): Promise<void> {
  for (const namespace of ['sleepers-dev', 'sleepers-prod'])
    kubectl(['delete', 'deployments,statefulsets', '--all', '-n', namespace, '--wait=true']);
}
