import { textAt, valueAt } from '../../data/tree.ts';
import { celOfNamespace } from '../cel.ts';
import { cordonLabel, tenantLabel } from '../metadata-keys.ts';
import { namespaceIn } from '../request.ts';
import type { Rule } from '../rule.ts';

export const cordon: Rule = {
  id: 'cordon',
  about: 'Every write in the namespaces of cordoned tenants, including exec and port-forward.',
  targets: [{ group: '*', resources: ['*/*'], operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] }],
  scope: 'tenants',
  exempts: 'platform-and-sidecar',
  clauses: [
    {
      message: 'writes in namespaces of a cordoned tenant',
      change: `[${celOfNamespace}].filter(n, n.metadata.?labels[?'${cordonLabel}'].hasValue()).map(n, n.metadata.labels['${tenantLabel}'])`,
      findChanges: (request) => {
        const namespace = namespaceIn(request);
        const isCordoned = valueAt(namespace, 'metadata', 'labels', cordonLabel) !== undefined;
        return isCordoned ? [textAt(namespace, 'metadata', 'labels', tenantLabel)] : [];
      },
    },
  ],
};
