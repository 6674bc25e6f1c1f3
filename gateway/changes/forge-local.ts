import type { TenantRepository } from '../world/repository.ts';
import { branchOf, type Forge } from './forge.ts';

/** A checkout without a forge: a change becomes a branch that the person merges with git. */
export function localForge(repository: TenantRepository): Forge {
  return {
    kind: 'local',
    open: async (change) => {
      repository.setBranch(branchOf(change), change.commit);
      return { number: undefined, url: undefined };
    },
    stateOf: async ({ id, commit }) => {
      const isMerged = await repository.isAncestor(commit, repository.head() ?? commit);
      const isOpen = repository.hasBranch(branchOf({ id }));
      const state = isMerged ? 'merged' : isOpen ? 'open' : 'closed';
      return { state, checks: 'none', mergeCommit: isMerged ? commit : undefined };
    },
    close: async (change) => repository.setBranch(branchOf(change), undefined),
  };
}
