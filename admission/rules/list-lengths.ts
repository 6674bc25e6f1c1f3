import { listAt, type Tree } from '../../data/tree.ts';
import { differs } from '../changed-fields.ts';
import { type Rule, type Target, writes } from '../rule.ts';

/** Lists in the spec of some resources. */
interface LimitedLists {
  readonly target: Omit<Target, 'operations'>;
  readonly lists: readonly LimitedList[];
}

interface LimitedList {
  readonly field: string;
  readonly count: number;
  /** What the list contains, in the plural. */
  readonly what: string;
}

const limits: readonly LimitedLists[] = [
  {
    // In autoscaling/v1, policies do not see metrics of CPU [sources: kubernetes-14].
    target: { group: 'autoscaling', version: 'v2', resources: ['horizontalpodautoscalers'] },
    lists: [{ field: 'metrics', count: 20, what: 'metrics' }],
  },
  {
    target: { group: 'keda.sh', resources: ['scaledjobs', 'scaledobjects'] },
    lists: [{ field: 'triggers', count: 20, what: 'triggers' }],
  },
  {
    target: { group: 'external-secrets.io', resources: ['externalsecrets', 'pushsecrets'] },
    lists: [
      { field: 'data', count: 100, what: 'keys' },
      { field: 'dataFrom', count: 20, what: 'secrets' },
      { field: 'secretStoreRefs', count: 10, what: 'stores' },
    ],
  },
  {
    target: { group: 'cert-manager.io', resources: ['certificates'] },
    lists: [{ field: 'dnsNames', count: 100, what: 'DNS names' }],
  },
  {
    target: { group: 'externaldns.k8s.io', resources: ['dnsendpoints'] },
    lists: [{ field: 'endpoints', count: 100, what: 'DNS records' }],
  },
  {
    target: { group: 'apps', resources: ['statefulsets'] },
    lists: [{ field: 'volumeClaimTemplates', count: 20, what: 'templates of claims' }],
  },
];

const lists = limits.flatMap((one) => one.lists);

/** A CEL expression for the length of a list and its maximum, if the list is longer. */
function celOf(object: string, { field, count, what }: LimitedList): string {
  const size = `${object}.?spec.?${field}.orValue([]).size()`;
  return `(${size} > ${count} ? ['more than ${count} ${what} (' + string(${size}) + ')'] : [])`;
}

/** The same text as the CEL expression. */
function longLists(object: Tree): readonly string[] {
  return lists.flatMap(({ field, count, what }) => {
    const { length } = listAt(object, 'spec', field);
    return length > count ? [`more than ${count} ${what} (${length})`] : [];
  });
}

/**
 * A controller that tenants share sends a request to the API server, a DNS provider or another service for each entry of these
 * lists, at a limited rate [sources: kubernetes-15, secrets-2]. A few objects with thousands of entries would therefore delay
 * the requests for all other tenants.
 */
export const listLengths: Rule = {
  id: 'list-lengths',
  about:
    'Lengths of lists for whose entries controllers that tenants share send requests: metrics of HorizontalPodAutoscalers, triggers of KEDA, keys and stores of External Secrets, DNS names of Certificates, DNS records of external-dns, and templates of claims in StatefulSets.',
  targets: limits.map(({ target }) => ({ ...target, operations: writes })),
  scope: 'tenants',
  exempts: 'administrators',
  clauses: [
    {
      message: 'lists with too many entries',
      cel: (object) => lists.map((list) => celOf(object, list)).join('\n  + '),
      find: longLists,
      changes: { cel: 'object.spec != oldObject.spec', test: (_, request) => differs(request, 'spec') },
    },
  ],
};
