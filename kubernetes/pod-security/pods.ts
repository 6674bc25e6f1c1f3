import { asText } from '../../data/as-text.ts';
import { own } from '../../data/own.ts';
import { childrenOf, isMapping, listAt, mappingAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { groupOf } from '../api-version.ts';
import { groupKind } from '../object-id.ts';

/** A pod or a pod template, with its path in the object. */
export interface PodAt {
  readonly path: Path;
  readonly pod: Tree;
}

/** The paths of pod templates in the built-in kinds of Kubernetes. */
const templates: Readonly<Record<string, Path>> = {
  Pod: [],
  PodTemplate: ['template'],
  ReplicationController: ['spec', 'template'],
  'CronJob.batch': ['spec', 'jobTemplate', 'spec', 'template'],
  'DaemonSet.apps': ['spec', 'template'],
  'Deployment.apps': ['spec', 'template'],
  'Job.batch': ['spec', 'template'],
  'ReplicaSet.apps': ['spec', 'template'],
  'StatefulSet.apps': ['spec', 'template'],
};

/** Whether the kind of an object is built into Kubernetes and has a pod template, or is a pod. */
export function hasPodPath(object: Tree): boolean {
  return podPath(object) !== undefined;
}

function podPath(object: Tree): Path | undefined {
  return own(templates, groupKind(groupOf(asText(object['apiVersion'])), asText(object['kind'])));
}

/** The pods of an object. In a kind without a path above, every mapping with a list `spec.containers` counts as a pod. */
export function podsOf(object: Tree): readonly PodAt[] {
  const path = podPath(object);
  if (path === undefined) return podsBelow(object, []);
  const pod = valueAt(object, ...path);
  return isMapping(pod) ? [{ path, pod }] : [];
}

function podsBelow(node: unknown, path: Path): readonly PodAt[] {
  if (typeof node !== 'object' || node === null) return [];
  const isPod = isMapping(node) && Array.isArray(valueAt(node, 'spec', 'containers'));
  const inner = childrenOf(node).flatMap(([step, child]) => podsBelow(child, [...path, step]));
  return isPod ? [{ path, pod: node }, ...inner] : inner;
}

/** A container of a pod, with its path in the pod. */
export interface ContainerAt {
  readonly path: Path;
  readonly container: Tree;
  readonly securityContext: Tree;
}

const lists = ['initContainers', 'containers', 'ephemeralContainers'];

/** The containers of a pod. A list entry that is not a mapping counts as an empty container. */
export function containersOf(pod: Tree): readonly ContainerAt[] {
  return lists.flatMap((list) =>
    listAt(pod, 'spec', list).map((one, index) => {
      const container = isMapping(one) ? one : {};
      return { path: ['spec', list, index], container, securityContext: mappingAt(container, 'securityContext') };
    }),
  );
}
