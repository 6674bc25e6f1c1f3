import { textAt } from '../../data/tree.ts';
import type { Rule } from '../rule.ts';

/**
 * A pod with a node name runs on the node without the scheduler, whatever taints the node has. Checks only creation, because
 * the scheduler sets the name later, by a binding. The controller of DaemonSets uses node affinity instead.
 */
export const nodeNames: Rule = {
  id: 'node-names',
  about: 'Pods that choose their node by its name, and so ignore its taints.',
  targets: [{ group: '', resources: ['pods'], operations: ['CREATE'] }],
  scope: 'tenants',
  exempts: 'administrators',
  clauses: [
    {
      message: 'a node in spec.nodeName',
      cel: (object) => `[${object}.spec.?nodeName.orValue('')].filter(name, name != '')`,
      find: (object) => [textAt(object, 'spec', 'nodeName')].filter((name) => name !== ''),
    },
  ],
};
