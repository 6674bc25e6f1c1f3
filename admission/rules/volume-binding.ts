import { textAt } from '../../data/tree.ts';
import type { Rule } from '../rule.ts';

const volume = (claim: string) => `${claim}.spec.?volumeName.orValue('')`;

/**
 * A claim that waits for a volume accepts a name once, from anyone who can change the claim. The controllers that bind
 * volumes set it too, so this rule is separate from `volumes` and has other exempt accounts.
 */
export const volumeBinding: Rule = {
  id: 'volume-binding',
  about: 'Changes of claims that choose an existing volume by its name.',
  targets: [{ group: '', resources: ['persistentvolumeclaims'], operations: ['UPDATE'] }],
  scope: 'tenants',
  exempts: 'platform',
  clauses: [
    {
      message: 'an existing volume in spec.volumeName',
      change: `${volume('object')} != ${volume('oldObject')} ? [${volume('object')}] : []`,
      findChanges: ({ oldObject, object }) => {
        const [before, after] = [oldObject, object].map((claim) => textAt(claim, 'spec', 'volumeName'));
        return after === before ? [] : [after ?? ''];
      },
    },
  ],
};
