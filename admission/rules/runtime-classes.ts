import { textAt } from '../../data/tree.ts';
import { listRule } from '../list-rule.ts';
import { keys } from '../metadata-keys.ts';

/** Checks only creation, because a pod cannot change its class. */
export const runtimeClasses = listRule({
  id: 'runtime-classes',
  about: 'Runtime classes of pods. An empty item allows pods without a class.',
  key: keys.runtimeClasses,
  targets: [{ group: '', resources: ['pods'], operations: ['CREATE'] }],
  what: 'runtime classes',
  cel: (object) => `[${object}.spec.?runtimeClassName.orValue('')]`,
  values: (object) => [textAt(object, 'spec', 'runtimeClassName')],
});
