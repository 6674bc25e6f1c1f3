import { listAt, textAt } from '../../data/tree.ts';
import { annotationList, hasAnnotation } from '../cel.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { listIn } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

/** Taints that Kubernetes sets for conditions of nodes. Admission and the controller of DaemonSets add tolerations of them. */
const conditions = 'node.kubernetes.io/';

/** Taints of nodes with a role in the cluster, such as those of the control plane. */
const roles = 'node-role.kubernetes.io/';

const key = "t.?key.orValue('')";

/** All fields that select taints, so that an update cannot widen a toleration. */
const shown = `[${key} == '' ? '(every key)' : t.key, t.?operator.orValue(''), t.?value.orValue(''), t.?effect.orValue('')]
  .filter(text, text != '').join(' ')`;

const maximum: Maximum = {
  what: 'tolerations',
  count: 100,
  cel: (object) => `${object}.spec.?tolerations.orValue([]).size()`,
  find: (object) => listAt(object, 'spec', 'tolerations').length,
};

/** Also checks updates, because a pod can get more tolerations. */
export const tolerations: Rule = {
  id: 'tolerations',
  about: `Taints that pods tolerate, by key. Without a list, only tolerations without a key, and those of taints \`${roles}*\`. Taints \`${conditions}*\` need no permission. An empty item allows tolerations without a key.`,
  targets: [{ group: '', resources: ['pods'], operations: writes }],
  scope: 'tenants',
  exempts: 'administrators',
  limitsWithoutLists: true,
  variables: { allowed: annotationList(keys.tolerations) },
  clauses: limited(maximum, [
    {
      message: `tolerations whose keys ${keys.tolerations} must list`,
      cel: (object) => `${object}.spec.?tolerations.orValue([]).filter(t, ${hasAnnotation(keys.tolerations)}
  ? !(${key} in variables.allowed || ${key}.startsWith('${conditions}'))
  : ${key} == '' || ${key}.startsWith('${roles}')).map(t, ${shown})`,
      find: (object, request) => {
        const listed = listIn(request, keys.tolerations);
        return listAt(object, 'spec', 'tolerations')
          .filter((one) => isLimited(textAt(one, 'key'), listed))
          .map(textOf);
      },
    },
  ]),
};

function isLimited(name: string, listed: readonly string[] | undefined): boolean {
  if (listed) return !listed.includes(name) && !name.startsWith(conditions);
  return name === '' || name.startsWith(roles);
}

function textOf(toleration: unknown): string {
  const [name = '', ...others] = ['key', 'operator', 'value', 'effect'].map((field) => textAt(toleration, field));
  return [name === '' ? '(every key)' : name, ...others].filter((text) => text !== '').join(' ');
}
