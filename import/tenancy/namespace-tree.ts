import type { ImportRun } from '../ledger/import-run.ts';
import type { Forest } from './forest.ts';
import { listNamespace } from './namespace-metadata.ts';
import { addTenant, type TenantResources } from './tenant-resources.ts';

/** A tree of namespaces with the Tenant that lists all of them. */
export interface NamespaceTree extends TenantResources {
  readonly root: string;
  /** The root first. */
  readonly namespaces: readonly string[];
}

/** Adds a Tenant for each selected tree. Keyed by the root. */
export function addTreeTenants(
  forest: Forest,
  isWanted: (root: string) => boolean,
  run: ImportRun,
): ReadonlyMap<string, NamespaceTree> {
  const roots = forest.roots.filter(isWanted);
  return new Map(roots.map((root) => [root, addTreeTenant(root, forest.below(root), run)]));
}

function addTreeTenant(root: string, namespaces: readonly string[], run: ImportRun): NamespaceTree {
  const resources = addTenant(root, run);
  for (const name of namespaces) listNamespace(resources.tenant, name);
  return { ...resources, root, namespaces };
}

/** The record of a namespace's parent: the tree becomes the Tenant, and a Tenant has no deeper levels. */
export function parentEntry(parent: string, { root }: NamespaceTree) {
  if (parent === root) return { fidelity: 'exact', how: 'the tree is the Tenant' } as const;
  const how = `namespaces of a Tenant lie side by side; nothing is inherited from ${parent} any more`;
  return { fidelity: 'approximated', how } as const;
}
