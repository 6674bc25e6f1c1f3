import { textAt } from '../../data/tree.ts';
import { annotationList, containersOf, hasAnnotation } from '../cel.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { containersIn } from '../pods.ts';
import { listIn } from '../request.ts';
import { listOf, type Rule, writes } from '../rule.ts';

/** Zero in a namespace without a list, where the rule limits nothing. */
const count = (pod: string) => `${hasAnnotation(keys.pullPolicies)} ? ${containersOf(pod)}.size() : 0`;

const maximum: Maximum = {
  what: 'containers',
  count: 200,
  cel: (object) => listOf('count', object),
  find: (object, request) => (listIn(request, keys.pullPolicies) ? containersIn(object).length : 0),
};

/** The API server sets the default policy before it evaluates the rule. */
export const pullPolicies: Rule = {
  id: 'pull-policies',
  about: 'Pull policies of images, in every list of containers.',
  targets: [{ group: '', resources: ['pods', 'pods/ephemeralcontainers'], operations: writes }],
  scope: 'tenants',
  exempts: 'administrators',
  variables: { allowed: annotationList(keys.pullPolicies) },
  lists: { count },
  clauses: limited(maximum, [
    {
      message: `containers with a pull policy that ${keys.pullPolicies} does not list`,
      cel: (object) => `!${hasAnnotation(keys.pullPolicies)} ? [] : ${containersOf(object)}
  .filter(c, !(c.?imagePullPolicy.orValue('') in variables.allowed)).map(c, c.name + ' ' + c.?imagePullPolicy.orValue(''))`,
      find: (object, request) => {
        const allowed = listIn(request, keys.pullPolicies);
        const policies = containersIn(object).map(
          (one) => [textAt(one, 'name'), textAt(one, 'imagePullPolicy')] as const,
        );
        const other = policies.filter(([, policy]) => allowed && !allowed.includes(policy));
        return other.map(([name, policy]) => `${name} ${policy}`);
      },
    },
  ]),
};
