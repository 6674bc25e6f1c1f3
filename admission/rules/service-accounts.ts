import { textAt } from '../../data/tree.ts';
import { annotationList } from '../cel.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import type { Rule } from '../rule.ts';

/** A pod cannot change its account. */
export const serviceAccounts: Rule = {
  id: 'service-accounts',
  about: 'Service accounts that pods cannot run as. A pod that names none runs as `default`.',
  targets: [{ group: '', resources: ['pods'], operations: ['CREATE'] }],
  scope: 'tenants',
  exempts: 'administrators',
  variables: { denied: annotationList(keys.denyServiceAccounts) },
  clauses: [
    {
      message: `service accounts that ${keys.denyServiceAccounts} lists`,
      cel: (object) => `[${object}.spec.?serviceAccountName.orValue('')].map(name, name == '' ? 'default' : name)
  .filter(name, name in variables.denied)`,
      find: (object, request) => {
        const name = textAt(object, 'spec', 'serviceAccountName') || 'default';
        return listIn(request, keys.denyServiceAccounts)?.includes(name) ? [name] : [];
      },
    },
  ],
};
