import { textAt } from '../../data/tree.ts';
import type { Rule } from '../rule.ts';

/** Rules with the scope `tenants` do not apply to namespaces without the tenant label, so a tenant must not create them. */
export const namespaceCreation: Rule = {
  id: 'namespace-creation',
  about: 'Creation of any namespace. Tenants request namespaces in Git.',
  targets: [{ group: '', resources: ['namespaces'], operations: ['CREATE'] }],
  scope: 'cluster',
  exempts: 'platform',
  clauses: [
    {
      message: 'namespaces, which only the platform creates (request them in Git)',
      change: '[object.metadata.name]',
      findChanges: ({ object }) => [textAt(object, 'metadata', 'name')],
    },
  ],
};
