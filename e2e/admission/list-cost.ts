import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { keys } from '../../admission/metadata-keys.ts';
import { clusterOf } from '../cluster.ts';
import type { ControlPlane } from '../control-plane.ts';

const count = 10_000;

function items<T>(item: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function mapping(): Readonly<Record<string, string>> {
  return Object.fromEntries(items((index) => [`k${index}`, '']));
}

type Shape = readonly [apiVersion: string, kind: string, content: object];

/** Objects for which expensive expressions of the rules would keep the API server busy. */
export const longLists: Readonly<Record<string, Shape>> = {
  finalizers: ['v1', 'ConfigMap', { metadata: { finalizers: items((index) => `a.io/${index}`) } }],
  labels: ['v1', 'ConfigMap', { metadata: { labels: mapping() } }],
  annotations: ['v1', 'Service', { metadata: { annotations: mapping() }, spec: { ports: [{ port: 80 }] } }],
  ports: ['v1', 'Service', { spec: { ports: items((index) => ({ name: `p${index}`, port: index + 1 })) } }],
  'network rules': ['networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, ingress: items(() => ({})) } }],
  'network peers': [
    'networking.k8s.io/v1',
    'NetworkPolicy',
    { spec: { podSelector: {}, ingress: [{ from: items(() => ({ podSelector: {} })) }] } },
  ],
  hosts: [
    'networking.k8s.io/v1',
    'Ingress',
    { spec: { rules: [{ host: 'a.b' }], tls: [{ hosts: items((index) => `h${index}.a.b`) }] } },
  ],
  subjects: [
    'rbac.authorization.k8s.io/v1',
    'RoleBinding',
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: items((index) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: `u${index}` })),
    },
  ],
};

const free = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'without-rules' } };
const listed = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'with-lists',
    labels: { 'leasehold.dev/tenant': 'acme' },
    annotations: Object.fromEntries(
      [keys.denyMetadata, keys.annotations, keys.networks, keys.hosts, keys.subjects].map((key) => [
        key,
        'a\nb\nlabel c*',
      ]),
    ),
  },
};

/** The seconds of processor time that the rules add for an object in a namespace with lists. */
export async function addedTime(plane: ControlPlane, [apiVersion, kind, content]: Shape): Promise<number> {
  const cluster = clusterOf(plane.api);
  await cluster.apply([free, listed]);
  const timeIn = async (namespace: string): Promise<number> => {
    const metadata = { ...('metadata' in content ? (content.metadata as object) : {}), name: 'long', namespace };
    const body = { apiVersion, kind, ...content, metadata };
    const path = await cluster.discovery.pathOf(body);
    const before = await idleTime(plane);
    const member = plane.api.as('member', 'system:authenticated');
    await member.request('POST', path.slice(0, path.lastIndexOf('/')), { body, query: { dryRun: 'All' } });
    return (await idleTime(plane)) - before;
  };
  const without = await timeIn(free.metadata.name);
  return (await timeIn(listed.metadata.name)) - without;
}

/** The processor time of the API server in seconds, as soon as it is idle. */
async function idleTime({ apiServerProcess }: ControlPlane): Promise<number> {
  const now = () => {
    const [, rest = ''] = readFileSync(`/proc/${apiServerProcess}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  for (let last = now(); ; ) {
    await sleep(500);
    const next = now();
    if (next - last < 0.05) return next;
    last = next;
  }
}
