import { textAt, valueAt } from '../../data/tree.ts';
import { cordonLabel, tenantLabel } from '../metadata-keys.ts';
import type { Rule } from '../rule.ts';

export const cordon: Rule = {
  id: 'cordon',
  about: 'Every write in the namespaces of tenants that the Platform cordons, also by exec and port-forward.',
  targets: [{ group: '*', resources: ['*/*'], operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] }],
  scope: 'tenants',
  exempts: 'platform',
  clauses: [
    {
      message: 'writes of a tenant that is cordoned',
      change: `namespaceObject.metadata.?labels[?'${cordonLabel}'].hasValue() ? [namespaceObject.metadata.labels['${tenantLabel}']] : []`,
      findChanges: ({ namespaceObject }) => {
        const isCordoned = valueAt(namespaceObject, 'metadata', 'labels', cordonLabel) !== undefined;
        return isCordoned ? [textAt(namespaceObject, 'metadata', 'labels', tenantLabel)] : [];
      },
    },
  ],
};
