import { listAt, type Tree } from '../data/tree.ts';

/** All containers of a pod, including init and ephemeral containers. */
export function containersIn(pod: Tree): readonly unknown[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) => listAt(pod, 'spec', list));
}
