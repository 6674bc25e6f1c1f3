import { childrenOf, isMapping, type Path, type Tree } from '../../data/tree.ts';

/** A copy of a body without some of its fields. */
export interface CleanBody {
  readonly body: Tree;
  /** Maps a path in the copy to the path in the original. List indexes differ if earlier items are omitted. */
  readonly original: (path: Path) => Path;
  /** The paths of the omitted Secrets. */
  readonly secrets: readonly Path[];
}

/** Omits the fields at the paths. Also omits Secrets in lists because an import never writes their values. */
export function cleanBody(body: Tree, dropped: readonly Path[]): CleanBody {
  const keys = new Set(dropped.map((path) => JSON.stringify(path)));
  const secrets: Path[] = [];
  const kept = new Map<string, readonly number[]>();
  const isDropped = (value: unknown, path: Path) => {
    const isSecret = typeof path.at(-1) === 'number' && isMapping(value) && value['kind'] === 'Secret';
    if (isSecret) secrets.push(path);
    return isSecret || keys.has(JSON.stringify(path));
  };
  const copy = (value: unknown, path: Path): unknown => {
    const children = childrenOf(value).filter(([step, child]) => !isDropped(child, [...path, step]));
    const copied = children.map(([step, child]) => [step, copy(child, [...path, step])] as const);
    if (Array.isArray(value)) {
      kept.set(
        JSON.stringify(path),
        children.map(([step]) => Number(step)),
      );
      return copied.map(([, child]) => child);
    }
    return isMapping(value) ? Object.fromEntries(copied) : value;
  };
  return { body: copy(body, []) as Tree, original: (path) => originalPath(path, kept), secrets };
}

function originalPath(path: Path, kept: ReadonlyMap<string, readonly number[]>): Path {
  const result: (string | number)[] = [];
  for (const step of path) {
    const indexes = kept.get(JSON.stringify(result));
    result.push(typeof step === 'number' ? (indexes?.[step] ?? step) : step);
  }
  return result;
}
