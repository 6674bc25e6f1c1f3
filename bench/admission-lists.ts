import { waitForPolicies } from '../e2e/admission/marker.ts';
import { policiesOf } from '../e2e/admission/policies.ts';
import { type Cluster, clusterOf, complaints } from '../e2e/cluster.ts';
import { startControlPlane } from '../e2e/control-plane.ts';
import type { KubeObject } from '../e2e/manifests.ts';
import { rules } from '../test/admission/rules.ts';

/**
 * Measures how long the API server takes to check a pod and an Ingress against lists of different lengths, in a dry run.
 * Prints `too expensive` if it rejects them because of the cost of the expression. Requires the programs of
 * `npx tsx e2e/tools/build.ts`.
 */
const lengths = [1, 100, 1000, 2000, 5000];
const uses = [1, 10, 20, 60];
const rounds = 20;

const plane = await startControlPlane('api-only');
const cluster = clusterOf(plane.api);
const found = complaints(await cluster.apply([...policiesOf(rules), everyone(), ...lengths.flatMap(namespacesWith)]));
console.log(found.join('\n'));
await waitForPolicies(cluster);
console.log(
  `| items of the list | bytes | ${uses.map((count) => `pod, ${count} images | Ingress, ${count} hosts`).join(' | ')} |`,
);
for (const length of lengths) {
  const cells: string[] = [];
  for (const count of uses)
    cells.push(await measured(length, podWith(count)), await measured(length, ingressWith(count)));
  console.log(`| ${length} | ${items(length, host).join('\n').length} | ${cells.join(' | ')} |`);
}
await plane.stop();

function items(length: number, item: (index: number) => string): readonly string[] {
  return Array.from({ length }, (_, index) => item(index));
}

/** About as long as the name of a real registry with a path. */
function image(index: number): string {
  return `registry-${String(index).padStart(4, '0')}.example.com/team/app`;
}

function host(index: number): string {
  return `host-${String(index).padStart(4, '0')}.department.corp.example.com`;
}

/** A namespace for each list, because the annotations of one namespace are limited to 256 KiB. */
function namespacesWith(length: number): readonly KubeObject[] {
  const labels = { 'leasehold.dev/tenant': 'acme' };
  const namespace = (list: string, lines: readonly string[]) => {
    const annotations = { [`leasehold.dev/allow-${list}`]: lines.join('\n') };
    return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `${list}-${length}`, labels, annotations } };
  };
  return [
    namespace('images', items(length, image)),
    namespace(
      'hosts',
      items(length, (index) => `.${host(index)}`),
    ),
  ];
}

function everyone(): KubeObject {
  const rbac = 'rbac.authorization.k8s.io';
  return {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'everyone' },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: rbac, kind: 'Group', name: 'system:authenticated' }],
  };
}

/** A pod whose images match only the last item of the list, so that a lookup reads the whole list. */
function podWith(count: number): (length: number) => readonly [path: string, body: object] {
  return (length) => {
    const containers = items(count, (index) => `c${index}`).map((name) => ({ name, image: `${image(length - 1)}:1` }));
    return ['/api/v1/namespaces/images-LENGTH/pods', { metadata: { name: 'pod' }, spec: { containers } }];
  };
}

function ingressWith(count: number): (length: number) => readonly [path: string, body: object] {
  return (length) => {
    const list = items(count, (index) => `a${index}.${host(length - 1)}`).map((one) => ({ host: one }));
    return [
      '/apis/networking.k8s.io/v1/namespaces/hosts-LENGTH/ingresses',
      { metadata: { name: 'a' }, spec: { rules: list } },
    ];
  };
}

async function measured(length: number, request: ReturnType<typeof podWith>): Promise<string> {
  const [path, body] = request(length);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const answer = await create(cluster, path.replace('LENGTH', String(length)), body);
    if (answer !== '') return answer;
    times.push(performance.now() - start);
  }
  return `${(times.sort((a, b) => a - b)[rounds / 2] ?? 0).toFixed(1)} ms`;
}

/** Returns the reason for a rejection; empty if the object is accepted. */
async function create({ api }: Cluster, path: string, body: object): Promise<string> {
  const member = api.as('member@corp.io', 'system:authenticated');
  const { status, body: answer } = await member.request('POST', path, { body, query: { dryRun: 'All' } });
  const message = String(answer['message']);
  if (status === 201) return '';
  return /cost|budget/.test(message) ? 'too expensive' : message.slice(0, 300);
}
