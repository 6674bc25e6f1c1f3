import * as assert from 'uvu/assert';
import type { Comparable } from '../../analysis/diff/change.ts';
import { diffObjects } from '../../analysis/diff/diff.ts';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';
import { tried } from '../runs.ts';

function object(kind: string, group: string, body: object): Comparable {
  const id = { group, kind, namespace: 'acme', name: 'x' };
  const metadata = { name: 'x', namespace: 'acme' };
  const text = JSON.stringify({ apiVersion: `${group}/v1`, kind, metadata, ...body });
  return { id, tenant: 'acme', text, origin: undefined };
}

function numbered(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/** A pod with many mounts of a shared volume, each in a folder that a variable names, and with as many variables. */
function podWith(count: number, value: string): Comparable {
  const env = [{ name: 'DIR', value }, ...numbered('V', count).map((name) => ({ name, value: `${count}` }))];
  const volumeMounts = numbered('/', count).map((mountPath) => ({ name: 'data', mountPath, subPathExpr: '$(DIR)' }));
  const volumes = [{ name: 'data', nfs: { server: 'nfs.example.com', path: '/data' } }];
  return object('Deployment', 'apps', { spec: { volumes, containers: [{ name: 'x', env, volumeMounts }] } });
}

/** Objects whose parts are compared with each other or combined. */
const shapes: Readonly<Record<string, (count: number) => Comparable>> = {
  'a rule of a role': (n) =>
    object('Role', 'rbac.authorization.k8s.io', {
      rules: [{ apiGroups: numbered('g', n), resources: numbered('r', n), verbs: numbered('v', n) }],
    }),
  'subjects of a binding': (n) =>
    object('RoleBinding', 'rbac.authorization.k8s.io', {
      roleRef: { kind: 'Role', name: 'x' },
      subjects: numbered('u', n).map((name) => ({ kind: 'User', name: `${name}-${n}` })),
    }),
  'rules of a network policy': (n) =>
    object('NetworkPolicy', 'networking.k8s.io', {
      spec: { ingress: numbered(`p${n}`, n).map((cidr) => ({ from: [{ ipBlock: { cidr } }] })) },
    }),
  'privileges of a container': (n) =>
    object('Deployment', 'apps', {
      spec: { containers: [{ name: `x${n}`, securityContext: { capabilities: { add: numbered('c', 10 * n) } } }] },
    }),
  'mounts with variables that refer to others': (n) => podWith(n, '$(OTHER)/files'),
  'mounts with a variable': (n) => podWith(n, 'files'),
  'mounts of a volume with many fields': (n) =>
    object('Deployment', 'apps', {
      spec: {
        volumes: [{ name: 'data', csi: { driver: 'example.com', volumeAttributes: { list: numbered('a', n) } } }],
        containers: [{ name: 'x', volumeMounts: numbered(`/${n}-`, n).map((subPath) => ({ name: 'data', subPath })) }],
      },
    }),
  'nested fields': (n) => {
    const nest = (depth: number): object =>
      depth === 0 ? { last: n } : { list: numbered('i', n), next: nest(depth - 1) };
    return object('ConfigMap', 'example.com', nest(20));
  },
};

suite('law: a comparison of objects with thousands of parts takes at most three seconds', (test) => {
  for (const [what, shape] of tried(Object.entries(shapes), 2))
    test(what, () =>
      needsAtMost(3000, () => {
        const [change] = diffObjects([shape(2000)], [shape(2001)]);
        assert.is(change?.action, 'changed');
      }),
    );
});
