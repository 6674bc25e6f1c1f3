import type { Query } from './queries.ts';
import { type Sample, tenantOfLabel } from './source.ts';

type Controller = readonly [kind: string, name: string];

/** The tenant of each namespace: the newest label, if it changed within the hour. */
export function tenantsOf(samples: readonly Sample[]): ReadonlyMap<string, string> {
  const sorted = samples.toSorted((one, other) => one.value - other.value);
  return new Map(
    sorted.map(({ labels }) => {
      const label = Object.entries(labels).find(([name]) => name.startsWith('label_'))?.[1];
      return [labels['namespace'] ?? '', tenantOfLabel(label)] as const;
    }),
  );
}

/** The response of Prometheus to a query about an hour. */
export type Ask = (query: Query) => Promise<readonly Sample[]>;

/**
 * The controllers of the given pods, by `namespace/pod`. For a pod of a ReplicaSet or Job that itself has a controller, the
 * controller of the ReplicaSet or Job. Pods without a controller are missing.
 */
export async function controllersOf(ask: Ask, pods: ReadonlySet<string>): Promise<ReadonlyMap<string, Controller>> {
  const direct = new Map<string, Controller>();
  for (const { labels } of await ask('podOwners')) {
    const [pod, owner] = [`${labels['namespace']}/${labels['pod']}`, ownerOf(labels)];
    if (owner && pods.has(pod)) direct.set(pod, owner);
  }
  const keyOf = (pod: string, [kind, name]: Controller) => `${kind}/${pod.slice(0, pod.indexOf('/'))}/${name}`;
  const owners = new Set([...direct].map(([pod, owner]) => keyOf(pod, owner)));
  const above = new Map([
    ...(await controllersIn(ask, 'replicaSetOwners', owners)),
    ...(await controllersIn(ask, 'jobOwners', owners)),
  ]);
  return new Map([...direct].map(([pod, owner]) => [pod, above.get(keyOf(pod, owner)) ?? owner]));
}

const levels = { replicaSetOwners: ['ReplicaSet', 'replicaset'], jobOwners: ['Job', 'job_name'] } as const;

/** The controllers of the objects that own pods, by `Kind/namespace/name`. */
async function controllersIn(
  ask: Ask,
  query: keyof typeof levels,
  owners: ReadonlySet<string>,
): Promise<readonly (readonly [string, Controller])[]> {
  const [kind, label] = levels[query];
  return (await ask(query)).flatMap(({ labels }) => {
    const [key, owner] = [`${kind}/${labels['namespace']}/${labels[label]}`, ownerOf(labels)];
    return owner && owners.has(key) ? [[key, owner] as const] : [];
  });
}

/**
 * The controller in the labels of a sample. Without an owner, kube-state-metrics writes `<none>` or nothing. The owner
 * of a static pod is its Node, which is ignored.
 */
function ownerOf({ owner_kind: kind = '', owner_name: name = '' }: Sample['labels']): Controller | undefined {
  return kind === '' || kind === '<none>' || kind === 'Node' ? undefined : [kind, name];
}
