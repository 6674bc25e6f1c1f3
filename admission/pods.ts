import { listAt, type Tree } from '../data/tree.ts';

/** The containers of a pod, of every list. */
export function containersIn(pod: Tree): readonly unknown[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) => listAt(pod, 'spec', list));
}
