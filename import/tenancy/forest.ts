import { compare } from '../../data/order.ts';

/** Namespaces of which each may have another as parent. Each tree becomes one tenant. */
export interface Forest {
  readonly roots: readonly string[];
  rootOf(namespace: string): string;
  /** The namespace and all below it, itself first, the others by name. */
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

/** From the parent up; the first name of a circle counts as its root. */
function ancestorsOf(name: string, parents: ReadonlyMap<string, string>): readonly string[] {
  const way: string[] = [];
  for (let parent = parents.get(name); parent !== undefined; parent = parents.get(parent)) {
    if (parent === name || way.includes(parent)) return [...way, [name, ...way].sort(compare)[0] as string];
    way.push(parent);
  }
  return way;
}
