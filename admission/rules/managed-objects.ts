import { textAt } from '../../data/tree.ts';
import type { Rule, Target } from '../rule.ts';

const operations = ['UPDATE', 'DELETE'] as const;

/**
 * Includes the status of quotas: the API server reads the current usage of a quota from its status, so a tenant that lowers this
 * usage could use more.
 */
const targets: readonly Target[] = [
  { group: '', resources: ['limitranges', 'resourcequotas', 'resourcequotas/status'], operations },
  { group: 'networking.k8s.io', resources: ['networkpolicies'], operations },
  { group: 'rbac.authorization.k8s.io', resources: ['rolebindings', 'roles'], operations },
  { group: 'security.istio.io', resources: ['authorizationpolicies', 'peerauthentications'], operations },
];

export const managedObjects: Rule = {
  id: 'managed-objects',
  about:
    'Changes to, and deletion of, the quotas, limits, network policies, Istio policies, roles and bindings that leasehold renders.',
  targets,
  scope: 'tenants',
  exempts: 'platform',
  clauses: [
    {
      message: 'objects of the platform (change them in Git)',
      change: `oldObject.metadata.?labels[?'app.kubernetes.io/managed-by'].orValue('') == 'leasehold' ? [oldObject.metadata.name] : []`,
      findChanges: ({ oldObject }) => {
        const isManaged = textAt(oldObject, 'metadata', 'labels', 'app.kubernetes.io/managed-by') === 'leasehold';
        return isManaged ? [textAt(oldObject, 'metadata', 'name')] : [];
      },
    },
  ],
};
