import { textAt } from '../../data/tree.ts';
import { hasAnnotation } from '../cel.ts';
import { listRule } from '../list-rule.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import { type ContentClause, listOf, type Rule } from '../rule.ts';

/** The prefix that Kubernetes reserves for its own classes, whose pods can evict all others. */
const system = 'system-';

const listed = listRule({
  id: 'priority-classes',
  about: `Priority classes of pods. Without a list, only classes of Kubernetes, which start with \`${system}\`. An empty item allows pods without a class.`,
  key: keys.priorityClasses,
  denyKey: keys.denyPriorityClasses,
  targets: [{ group: '', resources: ['pods'], operations: ['CREATE'] }],
  what: 'priority classes',
  cel: (object) => `[${object}.spec.?priorityClassName.orValue('')]`,
  values: (object) => [textAt(object, 'spec', 'priorityClassName')],
});

const systemClasses: ContentClause = {
  message: `priority classes of Kubernetes, which ${keys.priorityClasses} must list`,
  cel: (object) =>
    `${hasAnnotation(keys.priorityClasses)} ? [] : ${listOf('values', object)}.filter(v, v.startsWith('${system}'))`,
  find: (object, request) => {
    const name = textAt(object, 'spec', 'priorityClassName');
    return listIn(request, keys.priorityClasses) || !name.startsWith(system) ? [] : [name];
  },
};

/** Checks only creation, because the class of a pod cannot change. */
export const priorityClasses: Rule = {
  ...listed,
  limitsWithoutLists: true,
  clauses: [...listed.clauses, systemClasses],
};
