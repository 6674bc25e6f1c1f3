import { listAt, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { flattened } from '../cel.ts';
import { celOfForeignSelector, hasForeignSelector, ownLabels } from '../own-namespaces.ts';
import { listOf, type Rule } from '../rule.ts';

const sorts = ['podAffinity', 'podAntiAffinity'];
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

/** The terms of all four lists. */
const terms = (pod: string) =>
  `(${sorts
    .map((sort) => `${pod}.spec.?affinity.?${sort}`)
    .map(
      (affinity) =>
        `${affinity}.?${required}.orValue([]) + ${affinity}.?${preferred}.orValue([]).map(p, p.podAffinityTerm)`,
    )
    .join('\n  + ')})`;

/**
 * The scheduler also applies the required anti-affinity of existing pods to every new pod that it selects, so a pod could prevent
 * pods of other tenants from being scheduled. Only creation is checked, because a pod cannot change its affinity to pods.
 */
export const podAffinity: Rule = {
  id: 'pod-affinity',
  about:
    "Affinity and anti-affinity to pods in namespaces of other tenants. A term can select namespaces by the tenant's label, or list its own namespace.",
  targets: [{ group: '', resources: ['pods'], operations: ['CREATE'] }],
  scope: 'tenants',
  exempts: 'administrators',
  lists: { terms },
  clauses: [
    {
      message: `affinity to pods with a namespaceSelector that requires ${ownLabels}`,
      cel: (object) => `${listOf('terms', object)}.filter(t, ${celOfForeignSelector('t')}).map(t, t.topologyKey)`,
      find: (object, request) =>
        termsOf(object)
          .filter((term) => hasForeignSelector(term, request))
          .map((term) => textAt(term, 'topologyKey')),
    },
    {
      message: 'affinity to pods in other namespaces',
      cel: (object) =>
        flattened(
          `${listOf('terms', object)}.map(t, t.?namespaces.orValue([]).filter(n, n != namespaceObject.metadata.name))`,
        ),
      find: (object, { namespaceObject }) => {
        const own = textAt(namespaceObject, 'metadata', 'name');
        return termsOf(object).flatMap((term) => textsAt(term, 'namespaces').filter((name) => name !== own));
      },
    },
  ],
};

function termsOf(pod: Tree): readonly unknown[] {
  return sorts.flatMap((sort) => [
    ...listAt(pod, 'spec', 'affinity', sort, required),
    ...listAt(pod, 'spec', 'affinity', sort, preferred).map((term) => valueAt(term, 'podAffinityTerm')),
  ]);
}
