import { textAt } from '../../data/tree.ts';
import { annotationList, hasAnnotation } from '../cel.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import type { Rule } from '../rule.ts';

const accountOf = (pod: string) =>
  `[${pod}.spec.?serviceAccountName.orValue('')].map(name, name == '' ? 'default' : name)`;

/** Checks only creation, because a pod cannot change its service account. */
export const serviceAccounts: Rule = {
  id: 'service-accounts',
  about: 'Service accounts that pods can or cannot run as. A pod that names none runs as `default`.',
  targets: [{ group: '', resources: ['pods'], operations: ['CREATE'] }],
  scope: 'tenants',
  exempts: 'administrators',
  variables: { denied: annotationList(keys.denyServiceAccounts), allowed: annotationList(keys.serviceAccounts) },
  clauses: [
    {
      message: `service accounts that ${keys.denyServiceAccounts} lists`,
      cel: (object) => `${accountOf(object)}.filter(name, name in variables.denied)`,
      find: (object, request) => {
        const name = textAt(object, 'spec', 'serviceAccountName') || 'default';
        return listIn(request, keys.denyServiceAccounts)?.includes(name) ? [name] : [];
      },
    },
    {
      message: `service accounts that ${keys.serviceAccounts} does not list`,
      cel: (object) =>
        `!${hasAnnotation(keys.serviceAccounts)} ? [] : ${accountOf(object)}.filter(name, !(name in variables.allowed))`,
      find: (object, request) => {
        const name = textAt(object, 'spec', 'serviceAccountName') || 'default';
        return (listIn(request, keys.serviceAccounts) ?? [name]).includes(name) ? [] : [name];
      },
    },
  ],
};
