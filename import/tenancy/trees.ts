import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import { newNamespace, type SourceTenant } from '../effect/source-system.ts';

/** A tree of namespaces. It becomes a Tenant with the name of its root. */
export interface NamespaceTree extends SourceTenant {
  /** The ancestors of a namespace in the tree, starting with the parent. */
  readonly ancestors: (namespace: string) => readonly string[];
  readonly includes: (namespace: string) => boolean;
  /** The existing namespaces below a namespace, sorted. */
  readonly descendants: (namespace: string) => readonly string[];
}

/** The tree of each namespace. */
export function treesByNamespace(trees: readonly NamespaceTree[]): ReadonlyMap<string, NamespaceTree> {
  return new Map(trees.flatMap((tree) => tree.namespaces.map((name) => [name, tree] as const)));
}

/** Builds trees from the parents of namespaces. A namespace without a parent or children has a tree only if it is in `roots`. */
export function treesOf(parents: ReadonlyMap<string, string>, roots: readonly string[]): readonly NamespaceTree[] {
  const names = [...new Set([...roots, ...parents.keys(), ...parents.values()])].sort(compare);
  const above = new Map(names.map((name) => [name, ancestorsOf(name, parents)]));
  const rootOf = (name: string) => above.get(name)?.at(-1) ?? name;
  const byRoot = groupBy(names, rootOf);
  const links = names.flatMap((name) => (above.get(name) ?? []).map((ancestor) => ({ name, ancestor })));
  const below = groupBy(links, ({ ancestor }) => ancestor);
  const descendants = (name: string) => (below.get(name) ?? []).map((link) => link.name);
  return names
    .filter((name) => rootOf(name) === name)
    .map((root, index) => {
      const namespaces = byRoot.get(root) ?? [];
      const added = newNamespace(index);
      const ancestors = (name: string) => (name === added ? [root] : (above.get(name) ?? []));
      return {
        name: root,
        namespaces,
        newNamespace: added,
        includes: (name: string) => rootOf(name) === root,
        ancestors,
        descendants,
      };
    });
}

/**
 * The ancestors of a namespace, starting with the parent. If they form a cycle, the root is the first in sort order of the
 * namespace and its ancestors, and the other ancestors are omitted.
 */
function ancestorsOf(name: string, parents: ReadonlyMap<string, string>): readonly string[] {
  const path = new Set<string>();
  for (let parent = parents.get(name); parent !== undefined; parent = parents.get(parent)) {
    if (parent === name || path.has(parent)) return rootOfCycle(name, [...path]);
    path.add(parent);
  }
  return [...path];
}

function rootOfCycle(name: string, path: readonly string[]): readonly string[] {
  const [root = name] = [name, ...path].sort(compare);
  return root === name ? [] : [root];
}
