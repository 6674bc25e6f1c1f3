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

interface Owners {
  readonly podOwners: readonly Sample[];
  readonly replicaSetOwners: readonly Sample[];
  readonly jobOwners: readonly Sample[];
}

/**
 * The controllers of pods, by `namespace/pod`. For a pod of a ReplicaSet or Job that itself has a controller, the
 * controller of the ReplicaSet or Job. Pods without a controller are missing.
 */
export function controllersOf(answers: Owners): ReadonlyMap<string, Controller> {
  const above = new Map([
    ...answers.replicaSetOwners.map(
      ({ labels }) => [keyOf('ReplicaSet', labels, 'replicaset'), ownerOf(labels)] as const,
    ),
    ...answers.jobOwners.map(({ labels }) => [keyOf('Job', labels, 'job_name'), ownerOf(labels)] as const),
  ]);
  return new Map(
    answers.podOwners.flatMap(({ labels }) => {
      const owner = ownerOf(labels);
      const top = owner && above.get(`${owner[0]}/${labels['namespace']}/${owner[1]}`);
      const controller = top ?? owner;
      return controller ? [[`${labels['namespace']}/${labels['pod']}`, controller] as const] : [];
    }),
  );
}

function keyOf(kind: string, labels: Sample['labels'], name: string): string {
  return `${kind}/${labels['namespace']}/${labels[name]}`;
}

/**
 * The controller in the labels of a sample. Without an owner, kube-state-metrics writes `<none>` or nothing. The owner
 * of a static pod is its Node, which is ignored.
 */
function ownerOf({ owner_kind: kind = '', owner_name: name = '' }: Sample['labels']): Controller | undefined {
  return kind === '' || kind === '<none>' || kind === 'Node' ? undefined : [kind, name];
}
