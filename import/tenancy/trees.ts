import { compare } from '../../data/order.ts';
import { newNamespace, type SourceTenant } from '../effect/source-system.ts';

/** A tree of namespaces. It becomes a Tenant with the name of its root. */
export interface NamespaceTree extends SourceTenant {
  /** The ancestors of a namespace in the tree, starting with the parent. */
  readonly ancestors: (namespace: string) => readonly string[];
}

/** Builds trees from the parents of namespaces. A root counts if it has children or is one of `roots`. */
export function treesOf(parents: ReadonlyMap<string, string>, roots: readonly string[]): readonly NamespaceTree[] {
  const names = [...new Set([...roots, ...parents.keys(), ...parents.values()])].sort(compare);
  const above = new Map(names.map((name) => [name, ancestorsOf(name, parents)]));
  const rootOf = (name: string) => above.get(name)?.at(-1) ?? name;
  return names
    .filter((name) => rootOf(name) === name)
    .map((root, index) => {
      const namespaces = names.filter((name) => rootOf(name) === root);
      const added = newNamespace(index);
      const ancestors = (name: string) => (name === added ? [root] : (above.get(name) ?? []));
      return { name: root, namespaces, newNamespace: added, ancestors };
    });
}

/** The ancestors of a namespace, starting with the parent. In a cycle, the first name in sort order is the root. */
function ancestorsOf(name: string, parents: ReadonlyMap<string, string>): readonly string[] {
  const way: string[] = [];
  for (let parent = parents.get(name); parent !== undefined; parent = parents.get(parent)) {
    if (parent === name || way.includes(parent)) return rootOfCycle(name, way);
    way.push(parent);
  }
  return way;
}

function rootOfCycle(name: string, way: readonly string[]): readonly string[] {
  const [root = name] = [name, ...way].sort(compare);
  return root === name ? [] : [root];
}
