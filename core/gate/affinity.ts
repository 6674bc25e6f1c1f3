import { mappingAt, type Path, pathsIn, type Tree, textAt, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { usesBelow, usesExcept } from './field-uses.ts';
import { isOwnList } from './references.ts';

/** Node labels that do not separate nodes by purpose. */
export const freeNodeLabels: readonly string[] = [
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
];

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Every part of an affinity to nodes of a purpose, and of an affinity to pods in other namespaces. */
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

/** The key, the operator and the values of an expression select nodes together. */
function nodeTermUses(object: Tree, term: Path): readonly Use[] {
  const expressions = pathsIn(object, [...term, 'matchExpressions']);
  const protectedOnes = expressions.filter((at) => !freeNodeLabels.includes(textAt(object, ...at, 'key')));
  return [...usesExcept(object, term, ['matchExpressions']), ...protectedOnes.flatMap((at) => usesBelow(object, at))];
}

/**
 * Affinity to pods in other namespaces. A tenant could use it to place its pods on the nodes of those pods, or, with
 * anti-affinity, to keep those pods away from its nodes.
 */
function podAffinityUses(object: Tree, path: Path): readonly Use[] {
  const terms = [
    ...pathsIn(object, [...path, preferred]).map((at) => [...at, 'podAffinityTerm']),
    ...pathsIn(object, [...path, required]),
  ];
  return terms.filter((term) => selectsOthers(object, term)).flatMap((term) => usesBelow(object, term));
}

function selectsOthers(object: Tree, term: Path): boolean {
  const { namespaceSelector, namespaces } = mappingAt(object, ...term);
  return (namespaceSelector ?? null) !== null || !isOwnList(object, namespaces);
}
