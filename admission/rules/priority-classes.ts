import { textAt } from '../../data/tree.ts';
import { listRule } from '../list-rule.ts';
import { keys } from '../metadata-keys.ts';

/** Checks only creation, because the class of a pod cannot change. */
export const priorityClasses = listRule({
  id: 'priority-classes',
  about: 'Priority classes of pods. An empty item allows pods without a class.',
  key: keys.priorityClasses,
  denyKey: keys.denyPriorityClasses,
  targets: [{ group: '', resources: ['pods'], operations: ['CREATE'] }],
  what: 'priority classes',
  cel: (object) => `[${object}.spec.?priorityClassName.orValue('')]`,
  values: (object) => [textAt(object, 'spec', 'priorityClassName')],
});
