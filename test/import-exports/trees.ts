import fc from 'fast-check';
import { amounts, type Body, labels, names, namespace, role, subject } from './values.ts';

const binding = fc.record({
  namespace: fc.constantFrom(...names),
  name: fc.constantFrom('leads', 'devs'),
  role,
  subjects: fc.array(subject, { maxLength: 2 }),
});

function roleBinding(
  one: { namespace: string; name: string; role: string; subjects: readonly unknown[] },
  notes: Body,
): Body {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: one.name, namespace: one.namespace, annotations: notes },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: one.role },
    subjects: one.subjects,
  };
}

/** The parent of each namespace is an earlier one, or none. */
const parents = fc.tuple(...names.map((_, index) => fc.option(fc.nat({ max: Math.max(0, index - 1) }))));
const distinct = {
  selector: (one: { namespace: string; name: string }) => `${one.namespace}/${one.name}`,
  maxLength: 4,
};

const hncNotes = fc.constantFrom<Body>(
  {},
  { 'propagate.hnc.x-k8s.io/none': 'true' },
  { 'propagate.hnc.x-k8s.io/select': 'team=a' },
  { 'propagate.hnc.x-k8s.io/treeSelect': '!acme-dev' },
);

/** Trees of HNC with bindings and quotas. */
export const hnc = fc
  .record({
    parents,
    labels: fc.array(labels, { minLength: names.length, maxLength: names.length }),
    bindings: fc.uniqueArray(fc.tuple(binding, hncNotes), { ...distinct, selector: ([one]) => distinct.selector(one) }),
    quotas: fc.array(fc.tuple(fc.constantFrom(...names), amounts), { maxLength: 3 }),
  })
  .map((one): readonly Body[] => [
    ...names.flatMap((name, index): readonly Body[] => {
      const above = index === 0 ? null : (one.parents[index] ?? null);
      const parent = above === null ? undefined : names[above];
      const own = namespace(name, one.labels[index] ?? {});
      if (parent === undefined) return [own];
      const metadata = { name: 'hierarchy', namespace: name };
      return [own, { apiVersion: 'hnc.x-k8s.io/v1alpha2', kind: 'HierarchyConfiguration', metadata, spec: { parent } }];
    }),
    ...one.bindings.map(([each, notes]) => roleBinding(each, notes)),
    ...one.quotas.map(([each, hard], index) => ({
      apiVersion: 'hnc.x-k8s.io/v1alpha2',
      kind: 'HierarchicalResourceQuota',
      metadata: { name: `quota-${index}`, namespace: each },
      spec: { hard },
    })),
  ]);

const mode = fc.constantFrom<Body>(
  { 'accurate.cybozu.com/propagate': 'update' },
  { 'accurate.cybozu.com/propagate': 'create' },
  {},
);

/** Trees of Accurate with bindings and a quota. */
export const accurate = fc
  .record({
    parents,
    labels: fc.array(labels, { minLength: names.length, maxLength: names.length }),
    bindings: fc.uniqueArray(fc.tuple(binding, mode), { ...distinct, selector: ([one]) => distinct.selector(one) }),
    quota: fc.tuple(fc.constantFrom(...names), amounts, mode),
  })
  .map((one): readonly Body[] => [
    ...names.flatMap((name, index): readonly Body[] => {
      const above = index === 0 ? null : (one.parents[index] ?? null);
      const parent = above === null ? undefined : names[above];
      const own = one.labels[index] ?? {};
      if (parent === undefined) return [namespace(name, { ...own, 'accurate.cybozu.com/type': 'root' })];
      return [
        namespace(name, { ...own, 'accurate.cybozu.com/parent': parent }),
        {
          apiVersion: 'accurate.cybozu.com/v2',
          kind: 'SubNamespace',
          metadata: { name, namespace: parent },
          spec: { labels: own },
        },
      ];
    }),
    ...one.bindings.map(([each, notes]) => roleBinding(each, notes)),
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'quota', namespace: one.quota[0], annotations: one.quota[2] },
      spec: { hard: one.quota[1] },
    },
  ]);
