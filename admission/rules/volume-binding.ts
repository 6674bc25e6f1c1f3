import { textAt } from '../../data/tree.ts';
import type { Rule } from '../rule.ts';

const volume = (claim: string) => `${claim}.spec.?volumeName.orValue('')`;

/**
 * While a claim waits for a volume, anyone who can change the claim can set the name of the volume once. The controllers that
 * bind volumes set it too, so this rule is separate from `volumes` and exempts other accounts.
 */
export const volumeBinding: Rule = {
  id: 'volume-binding',
  about: 'Updates of claims that choose an existing volume by its name.',
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
