import { childrenOf, isMapping, type Path, type Tree } from '../../data/tree.ts';

/** A copy without some fields. List items stay, so that no index changes. */
export function withoutFields(body: Tree, isDropped: (path: Path) => boolean): Tree {
  return copy(body, [], isDropped) as Tree;
}

function copy(value: unknown, path: Path, isDropped: (path: Path) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item, index) => copy(item, [...path, index], isDropped));
  if (!isMapping(value)) return value;
  const kept = childrenOf(value).filter(([step]) => !isDropped([...path, step]));
  return Object.fromEntries(kept.map(([step, child]) => [step, copy(child, [...path, step], isDropped)]));
}
