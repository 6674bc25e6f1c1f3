import { textAt, valueAt } from '../../data/tree.ts';
import type { Rule } from '../rule.ts';

const source = (claim: string) => `${claim}.spec.?dataSourceRef.?namespace.orValue('')`;

/** Checks only creation, because the controller that binds volumes sets volumeName later. */
export const volumes: Rule = {
  id: 'volumes',
  about: 'Claims that choose an existing volume by name or by labels, or copy data from another namespace.',
  targets: [{ group: '', resources: ['persistentvolumeclaims'], operations: ['CREATE'] }],
  scope: 'tenants',
  exempts: 'administrators',
  clauses: [
    {
      message: 'an existing volume in spec.volumeName',
      cel: (object) => `[${object}.spec.?volumeName.orValue('')].filter(name, name != '')`,
      find: (object) => [textAt(object, 'spec', 'volumeName')].filter((name) => name !== ''),
    },
    {
      message: 'existing volumes selected by labels',
      cel: (object) => `has(${object}.spec.selector) ? ['spec.selector'] : []`,
      find: (object) => (valueAt(object, 'spec', 'selector') ? ['spec.selector'] : []),
    },
    {
      message: 'data from another namespace in spec.dataSourceRef',
      cel: (object) => `[${source(object)}].filter(name, name != '' && name != ${object}.metadata.namespace)`,
      find: (object) => {
        const namespace = textAt(object, 'spec', 'dataSourceRef', 'namespace');
        return ['', textAt(object, 'metadata', 'namespace')].includes(namespace) ? [] : [namespace];
      },
    },
  ],
};
