import { textAt } from '../../data/tree.ts';
import type { Rule } from '../rule.ts';

/** A namespace without the label of a tenant has no rules, so a tenant must not create one. */
export const namespaceCreation: Rule = {
  id: 'namespace-creation',
  about: 'Creation of any namespace. Tenants ask for namespaces in Git.',
  targets: [{ group: '', resources: ['namespaces'], operations: ['CREATE'] }],
  scope: 'cluster',
  exempts: 'platform',
  clauses: [
    {
      message: 'namespaces, which only the platform creates; ask for them in Git',
      change: '[object.metadata.name]',
      findChanges: ({ object }) => [textAt(object, 'metadata', 'name')],
    },
  ],
};
