import { mappingAt, type Tree } from '../../data/tree.ts';

/** The pod specs in an object of any kind, such as a Pod, a workload or a CronJob. */
export function podSpecs(tree: Tree): readonly Tree[] {
  const places = [['spec'], ['spec', 'template', 'spec'], ['spec', 'jobTemplate', 'spec', 'template', 'spec']];
  return places.map((path) => mappingAt(tree, ...path)).filter((spec) => Array.isArray(spec['containers']));
}
