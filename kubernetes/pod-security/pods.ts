import { isMapping, listAt, mappingAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { groupOf } from '../api-version.ts';
import { groupKind } from '../object-id.ts';

/** A pod, or the template of one, with its path in the object. */
export interface PodAt {
  readonly path: Path;
  readonly pod: Tree;
}

/** Where kinds of Kubernetes have the template of their pods. */
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

/** The pod of an object. Undefined for a kind without pods. */
export function podOf(object: Tree): PodAt | undefined {
  const path = templates[groupKind(groupOf(String(object['apiVersion'])), String(object['kind']))];
  const pod = path === undefined ? undefined : valueAt(object, ...path);
  return path !== undefined && isMapping(pod) ? { path, pod } : undefined;
}

/** A container of a pod, with its path in the pod. */
export interface ContainerAt {
  readonly path: Path;
  readonly container: Tree;
  readonly securityContext: Tree;
}

const lists = ['initContainers', 'containers', 'ephemeralContainers'];

/** The containers of a pod. A list entry of another type counts as an empty container. */
export function containersOf(pod: Tree): readonly ContainerAt[] {
  return lists.flatMap((list) =>
    listAt(pod, 'spec', list).map((one, index) => {
      const container = isMapping(one) ? one : {};
      return { path: ['spec', list, index], container, securityContext: mappingAt(container, 'securityContext') };
    }),
  );
}
