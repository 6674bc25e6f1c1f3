import * as assert from 'uvu/assert';
import { importFrom, type SourceSystemName } from '../../import/index.ts';
import { importReportText } from '../../import/report-text.ts';
import { suite } from '../harness.ts';
import { workCounter } from '../hostile/work.ts';
import { runs, tried } from '../runs.ts';

const metadata = (name: string, more = {}) => ({ name, uid: 'u', resourceVersion: '1', ...more });

const namespace = (name: string, keys: object) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: metadata(name, keys),
});
const binding = (name: string, namespace: string, annotations: object) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: metadata(name, { namespace, annotations }),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: `${name}-team` }],
});

const accurateRoot = (name: string) => namespace(name, { labels: { 'accurate.cybozu.com/type': 'root', team: name } });
const accurateChild = (parent: string, name: string) => [
  { apiVersion: 'accurate.cybozu.com/v2', kind: 'SubNamespace', metadata: metadata(name, { namespace: parent }) },
  namespace(name, { labels: { 'accurate.cybozu.com/parent': parent, team: parent } }),
];
const hncChild = (parent: string, name: string) => [
  { apiVersion: 'hnc.x-k8s.io/v1alpha2', kind: 'SubnamespaceAnchor', metadata: metadata(name, { namespace: parent }) },
  namespace(name, { annotations: { 'hnc.x-k8s.io/subnamespace-of': parent } }),
];

/** For each export, the objects with one index. An export can contain any number of indexes. */
const objects: Readonly<Record<string, readonly [SourceSystemName, (index: number) => readonly object[]]>> = {
  'tenants of mto': [
    'mto',
    (index) => [
      {
        apiVersion: 'tenantoperator.stakater.com/v1beta3',
        kind: 'Tenant',
        metadata: metadata(`t${index}`),
        spec: {
          quota: 'small',
          accessControl: { owners: { users: [`u${index}`] } },
          namespaces: { withTenantPrefix: ['dev'] },
        },
      },
      namespace(`t${index}-dev`, { labels: { 'stakater.com/tenant': `t${index}` } }),
      namespace(`t${index}-old`, { labels: { 'stakater.com/tenant': `t${index}` } }),
      {
        apiVersion: 'dependencies.tenantoperator.stakater.com/v1alpha1',
        kind: 'Postgres',
        metadata: metadata(`p${index}`, { namespace: 'multi-tenant-operator' }),
        spec: {},
      },
    ],
  ],
  'tenants of kleff': [
    'kleff',
    (index) => [
      {
        apiVersion: 'kleff.kleff.io/v1',
        kind: 'Tenant',
        metadata: metadata(`t${index}`, { namespace: 'tenants' }),
        spec: { plan: 'basic', userId: `u${index}`, username: `u${index}` },
      },
    ],
  ],
  'tenants of capsule': [
    'capsule',
    (index) => [
      {
        apiVersion: 'capsule.clastix.io/v1beta2',
        kind: 'Tenant',
        metadata: metadata(`t${index}`),
        spec: {
          owners: [{ kind: 'User', name: `u${index}` }],
          resourceQuotas: { scope: 'Tenant', items: [{ hard: { 'limits.cpu': '8' } }] },
        },
        status: { namespaces: [`t${index}-dev`] },
      },
      namespace(`t${index}-dev`, { labels: { 'capsule.clastix.io/tenant': `t${index}` } }),
    ],
  ],
  'orgs of tetrapus': [
    'tetrapus',
    (index) => [
      {
        apiVersion: 'tetrapus.io/v1alpha1',
        kind: 'Org',
        metadata: metadata(`t${index}`),
        spec: { slug: `t${index}`, plan_tier: 'free' },
      },
    ],
  ],
  'trees of accurate': [
    'accurate',
    (index) => [
      accurateRoot(`t${index}`),
      ...accurateChild(`t${index}`, `t${index}-dev`),
      binding(`b${index}`, `t${index}`, { 'accurate.cybozu.com/propagate': 'update' }),
    ],
  ],
  'namespaces of one tree of accurate': [
    'accurate',
    (index) => (index === 0 ? [accurateRoot('t')] : accurateChild('t', `t-${index}`)),
  ],
  'objects of one tree of accurate': [
    'accurate',
    (index) =>
      index === 0
        ? [accurateRoot('t'), ...accurateChild('t', 't-dev')]
        : [binding(`b${index}`, 't', { 'accurate.cybozu.com/propagate': 'update' })],
  ],
  'trees of hnc': [
    'hnc',
    (index) => [
      namespace(`t${index}`, {}),
      ...hncChild(`t${index}`, `t${index}-dev`),
      binding(`b${index}`, `t${index}`, {}),
    ],
  ],
  'namespaces of one tree of hnc': [
    'hnc',
    (index) =>
      index === 0 ? [namespace('t', {})] : [...hncChild('t', `t-${index}`), binding('edit', `t-${index}`, {})],
  ],
  'objects of one tree of hnc': [
    'hnc',
    (index) => (index === 0 ? [namespace('t', {}), ...hncChild('t', 't-dev')] : [binding(`b${index}`, 't', {})]),
  ],
};

/** The number of indexes in the smaller export. */
const count = 40 * Math.max(1, runs(1));

const most = 2.3;

suite('law: the cost of an import is linear in the size of the export', (test) => {
  const workOf = workCounter(([name, indexes]: readonly [string, number]) => {
    const [system, objectsAt] = objects[name] as (typeof objects)[string];
    const items = Array.from({ length: indexes }, (_, index) => objectsAt(index)).flat();
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const result = importFrom(system, [{ path: 'export.json', text }]);
    assert.ok(result.ok, JSON.stringify(result));
    return importReportText(result.report, 'whole').length;
  });

  for (const name of tried(Object.keys(objects), 5))
    test(name, () => {
      const [once, twice] = [workOf([name, count]), workOf([name, 2 * count])];
      assert.ok(twice.steps <= most * once.steps, `${once.steps} and ${twice.steps} steps`);
    });
});
