import type { ImportRun } from '../ledger/import-run.ts';
import type { Forest } from './forest.ts';
import { listNamespace } from './namespace-metadata.ts';
import { beginTenant, type TenantDraft } from './tenant-draft.ts';

/** A tree of namespaces as a Tenant that lists them all. */
export interface Tree extends TenantDraft {
  readonly root: string;
  /** The root first. */
  readonly namespaces: readonly string[];
}

/** One Tenant for each tree that is wanted, by its root. */
export function beginTrees(
  forest: Forest,
  isWanted: (root: string) => boolean,
  run: ImportRun,
): ReadonlyMap<string, Tree> {
  const roots = forest.roots.filter(isWanted);
  return new Map(roots.map((root) => [root, beginTree(root, forest.below(root), run)]));
}

function beginTree(root: string, namespaces: readonly string[], run: ImportRun): Tree {
  const drafts = beginTenant(root, run);
  for (const name of namespaces) listNamespace(drafts.tenant, name);
  return { ...drafts, root, namespaces };
}

/** How a parent is told of: the tree is the Tenant, and deeper levels lie side by side in it. */
export function parentHow(parent: string, { root }: Tree) {
  if (parent === root) return { fidelity: 'exact', how: 'the tree is the Tenant' } as const;
  const how = `namespaces of a Tenant lie side by side; nothing is inherited from ${parent} any more`;
  return { fidelity: 'approximated', how } as const;
}
