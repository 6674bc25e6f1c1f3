import { compare } from '../../data/order.ts';

/** Namespaces with optional parents. Each tree becomes one tenant. */
export interface Forest {
  readonly roots: readonly string[];
  rootOf(namespace: string): string;
  /** The namespace first, then its descendants by name. */
  below(namespace: string): readonly string[];
}

export function forestOf(names: Iterable<string>, parents: ReadonlyMap<string, string>): Forest {
  const all = [...new Set([...names, ...parents.keys(), ...parents.values()])].sort(compare);
  const ancestors = new Map(all.map((name) => [name, ancestorsOf(name, parents)]));
  const rootOf = (name: string) => ancestors.get(name)?.at(-1) ?? name;
  return {
    roots: all.filter((name) => rootOf(name) === name),
    rootOf,
    below: (name) => [name, ...all.filter((one) => one !== name && ancestors.get(one)?.includes(name))],
  };
}

/** The ancestors of a namespace, the parent first. In a cycle, the first name counts as the root. */
function ancestorsOf(name: string, parents: ReadonlyMap<string, string>): readonly string[] {
  const way: string[] = [];
  for (let parent = parents.get(name); parent !== undefined; parent = parents.get(parent)) {
    if (parent === name || way.includes(parent)) return [...way, [name, ...way].sort(compare)[0] as string];
    way.push(parent);
  }
  return way;
}
