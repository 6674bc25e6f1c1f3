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
 * The ancestors of a namespace, starting with the parent. If they lead into a cycle, the root is the first namespace of the
 * cycle in sort order, and the other namespaces of the cycle are omitted.
 */
function ancestorsOf(name: string, parents: ReadonlyMap<string, string>): readonly string[] {
  const path = new Set([name]);
  for (let parent = parents.get(name); parent !== undefined; parent = parents.get(parent)) {
    if (path.has(parent)) return ancestorsAndRoot([...path], parent);
    path.add(parent);
  }
  return [...path].slice(1);
}

/** `path` is a namespace and its ancestors, of which those from `first` form a cycle. */
function ancestorsAndRoot(path: readonly string[], first: string): readonly string[] {
  const start = path.indexOf(first);
  const [root = first] = path.slice(start).sort(compare);
  return root === path[0] ? [] : [...path.slice(1, start), root];
}
