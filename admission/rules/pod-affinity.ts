import { listAt, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { flattened } from '../cel.ts';
import { limited, type Maximum } from '../maximum.ts';
import { celOfForeignSelector, hasForeignSelector, ownLabels } from '../own-namespaces.ts';
import { listOf, type Rule } from '../rule.ts';

const sorts = ['podAffinity', 'podAntiAffinity'];
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

/** The lists of terms, and of terms with a weight. */
const listsOf = (pod: string) =>
  sorts
    .map((sort) => `${pod}.spec.?affinity.?${sort}`)
    .map((affinity) => [`${affinity}.?${required}.orValue([])`, `${affinity}.?${preferred}.orValue([])`] as const);

/** The terms of all four lists. */
const terms = (pod: string) =>
  `(${listsOf(pod)
    .map(([all, weighted]) => `${all} + ${weighted}.map(p, p.podAffinityTerm)`)
    .join('\n  + ')})`;

const count = (pod: string) =>
  listsOf(pod)
    .flat()
    .map((list) => `${list}.size()`)
    .join('\n  + ');

const maximumOfTerms: Maximum = {
  what: 'terms of affinity to pods',
  count: 100,
  cel: (object) => listOf('count', object),
  find: (object) => termsOf(object).length,
  onlyCreation: true,
};

const maximumOfNamespaces: Maximum = {
  what: 'namespaces in affinity to pods',
  count: 100,
  cel: (object) => `${listOf('terms', object)}.map(t, t.?namespaces.orValue([]).size()).sum()`,
  find: (object) => termsOf(object).reduce<number>((sum, term) => sum + listAt(term, 'namespaces').length, 0),
  onlyCreation: true,
};

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
  lists: { terms, count },
  clauses: limited(
    maximumOfTerms,
    limited(maximumOfNamespaces, [
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
    ]),
  ),
};

function termsOf(pod: Tree): readonly unknown[] {
  return sorts.flatMap((sort) => [
    ...listAt(pod, 'spec', 'affinity', sort, required),
    ...listAt(pod, 'spec', 'affinity', sort, preferred).map((term) => valueAt(term, 'podAffinityTerm')),
  ]);
}
