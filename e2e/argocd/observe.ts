import type { Cluster } from '../cluster.ts';
import { eventually } from '../daemon.ts';
import { type KubeObject, nameOf } from '../manifests.ts';

/** The objects of a list that exist in the cluster: the uid of each, and its content without the status and most metadata. */
export async function observe(
  cluster: Cluster,
  objects: readonly KubeObject[],
): Promise<ReadonlyMap<string, Observed>> {
  const found = new Map<string, Observed>();
  for (const object of objects) {
    const { status, body } = await cluster.get(object);
    if (status === 200) found.set(nameOf(object), observed(body as KubeObject));
  }
  return found;
}

export interface Observed {
  readonly uid: string;
  readonly content: string;
}

function observed({ metadata, status: _, ...rest }: KubeObject): Observed {
  const { name, labels, annotations } = metadata;
  return { uid: String(metadata['uid']), content: JSON.stringify({ ...rest, name, labels, annotations }) };
}

/** Names of the objects that were created, deleted or changed between two observations. */
export function changes(
  before: ReadonlyMap<string, Observed>,
  after: ReadonlyMap<string, Observed>,
): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));
}

/** Waits until exactly the objects of the given kinds are left. */
export async function onlyLeft(
  cluster: Cluster,
  objects: readonly KubeObject[],
  kinds: readonly string[],
): Promise<void> {
  const expected = objects
    .filter(({ kind }) => kinds.includes(kind))
    .map(nameOf)
    .sort();
  let left: readonly string[] = [];
  const ask = async () => {
    left = [...(await observe(cluster, objects)).keys()].sort();
    return left.join() === expected.join() || undefined;
  };
  await eventually(`only ${expected.join()} left`, ask, 90).catch((error: Error) => {
    throw new Error(`${error.message}; there is ${left.join()}`);
  });
}
