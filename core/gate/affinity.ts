import { type Path, pathsIn, type Tree, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { usesBelow, usesExcept, useUnless } from './field-uses.ts';

/** Node labels that do not separate nodes by purpose. */
export const freeNodeLabels: readonly string[] = [
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
];

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const required = 'requiredDuringSchedulingIgnoredDuringExecution';

export function affinityUses(object: Tree, path: Path): readonly Use[] {
  if (valueAt(object, ...path) === undefined) return [];
  const node = [...path, 'nodeAffinity'];
  const terms = [
    ...pathsIn(object, [...node, preferred]).map((at) => [...at, 'preference']),
    ...pathsIn(object, [...node, required, 'nodeSelectorTerms']),
  ];
  return [
    ...usesExcept(object, path, ['nodeAffinity', 'podAffinity', 'podAntiAffinity']),
    ...terms.flatMap((term) => nodeTermUses(object, term)),
    ...['podAffinity', 'podAntiAffinity'].flatMap((sort) => podAffinityUses(object, [...path, sort])),
  ];
}

function nodeTermUses(object: Tree, term: Path): readonly Use[] {
  const keys = pathsIn(object, [...term, 'matchExpressions']);
  return [
    ...usesExcept(object, term, ['matchExpressions']),
    ...keys.flatMap((at) => useUnless(object, [...at, 'key'], freeNodeLabels)),
  ];
}

/** Affinity to pods in other namespaces. A tenant could use it to place its pods on the nodes of those pods. */
function podAffinityUses(object: Tree, path: Path): readonly Use[] {
  const terms = [
    ...pathsIn(object, [...path, preferred]).map((at) => [...at, 'podAffinityTerm']),
    ...pathsIn(object, [...path, required]),
  ];
  return terms.flatMap((term) =>
    ['namespaces', 'namespaceSelector'].flatMap((field) => usesBelow(object, [...term, field])),
  );
}
