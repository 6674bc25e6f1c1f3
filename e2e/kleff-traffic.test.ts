import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { render } from '../leasehold.ts';
import { suite } from '../test/harness.ts';
import { kleffTenant, platformWith } from './kleff-tenants.ts';
import { temporaryFolder } from './temporary.ts';
import { builtTool } from './tools/paths.ts';

/** A source or a destination: pods with labels in a namespace, or an address outside the cluster. */
type End = readonly [namespace: string, labels: Readonly<Record<string, string>>] | string;
type Connection = readonly [what: string, from: End, to: End, port: number, protocol?: 'TCP' | 'UDP'];

const web: End = ['user-12345', { app: 'web' }];
const controller = component('controller', 'app.kubernetes.io/name', 'ingress-nginx');
const nginx: End = ['ingress-nginx', controller];
const envoy: End = ['envoy-gateway-system', component('proxy', 'app.kubernetes.io/managed-by', 'envoy-gateway')];
const istio: End = ['istio-system', { istio: 'ingressgateway' }];
const dns: End = ['kube-system', { 'k8s-app': 'kube-dns' }];
const traefik: End = ['traefik', { 'app.kubernetes.io/name': 'traefik' }];
const prometheus: End = ['monitoring', { app: 'prometheus' }];

function component(name: string, key: string, value: string) {
  return { 'app.kubernetes.io/component': name, [key]: value };
}

const always: readonly Connection[] = [
  ['DNS over UDP', web, dns, 53, 'UDP'],
  ['DNS over TCP', web, dns, 53],
  ['DNS on the node', web, '169.254.20.10', 53, 'UDP'],
  ['between pods of the tenant', web, ['user-12345', { app: 'db' }], 5432],
];
const never: readonly Connection[] = [
  ['from another tenant', ['crst3-ntm8', { app: 'web' }], web, 8080],
  ['to another tenant', web, ['crst3-ntm8', { app: 'web' }], 8080],
  ['from a pod with the labels of a controller in another namespace', ['crst3-ntm8', controller], web, 8080],
  ['from an admission job next to the controller', ['ingress-nginx', { app: 'job' }], web, 8080],
  ['to another port of the DNS server', web, dns, 9153],
  ['to the metadata of the cloud', web, '169.254.169.254', 80],
];
const fromNginx: Connection = ['from ingress-nginx', nginx, web, 8080];
const fromEnvoy: Connection = ['from Envoy Gateway', envoy, web, 8080];
const fromIstio: Connection = ["from Istio's gateway", istio, web, 8080];
const fromTraefik: Connection = ['from Traefik', traefik, web, 8080];
const fromPrometheus: Connection = ['from monitoring', prometheus, web, 9090];
const toPublic: Connection = ['to a public address', web, '93.184.216.34', 443];

suite('with the rendered NetworkPolicies, according to cyclonus,', (test) => {
  test('ingress controllers reach a tenant of a repository without a Platform, and others do not', () => {
    const allowed = [...always, fromNginx, fromEnvoy, fromIstio];
    decide(undefined, { allowed, denied: [...never, fromTraefik, fromPrometheus, toPublic] });
  });

  test('in a mesh, only the gateway of the mesh reaches a tenant', () => {
    const denied = [...never, fromNginx, fromEnvoy, fromTraefik];
    decide('cluster: { mesh: istio, podSecurity: privileged }', { allowed: [...always, fromIstio], denied });
  });

  test('sources that the Platform allows reach a tenant, and its pods reach the destinations that the Platform allows', () => {
    const spec = `cluster: { mesh: none, monitoringNamespace: monitoring }
  kleff: { egress: internet, ingressControllers: [{ namespace: traefik, selector: { app.kubernetes.io/name: traefik } }] }`;
    const allowed = [...always, fromTraefik, fromPrometheus, toPublic];
    decide(spec, { allowed, denied: [...never, fromNginx, fromEnvoy, fromIstio] });
  });
});

function decide(
  spec: string | undefined,
  { allowed, denied }: { readonly allowed: readonly Connection[]; readonly denied: readonly Connection[] },
): void {
  const files = [...(spec === undefined ? [] : [platformWith(spec)]), kleffTenant('basic', 'user-12345')];
  const { objects } = render(files);
  const policies = objects.filter(({ id }) => id.kind === 'NetworkPolicy').map(({ text }) => text);
  const all = [...allowed, ...denied];
  const answers = verdicts(policies, all);
  const wrong = all.filter((_, index) => answers[index] !== (index < allowed.length ? 'TRUE' : 'FALSE'));
  assert.is(answers.length, all.length);
  assert.equal(
    wrong.map(([what]) => what),
    [],
  );
}

/** TRUE or FALSE for each connection, in order. */
function verdicts(policies: readonly string[], connections: readonly Connection[]): readonly string[] {
  assert.ok(policies.length > 0);
  const folder = temporaryFolder('leasehold-policies-');
  for (const [index, text] of policies.entries()) writeFileSync(join(folder, `${index}.yaml`), text);
  const traffic = join(temporaryFolder('leasehold-traffic-'), 'traffic.json');
  writeFileSync(traffic, JSON.stringify(connections.map(trafficOf)));
  const args = ['analyze', '--mode', 'query-traffic', '--policy-path', folder, '--traffic-path', traffic];
  const { status, stdout } = spawnSync(builtTool('cyclonus'), args, { encoding: 'utf8' });
  assert.is(status, 0);
  return [...stdout.matchAll(/IS ALLOWED\? \|\s+(TRUE|FALSE)/g)].map(([, verdict]) => String(verdict));
}

function trafficOf([, from, to, port, protocol = 'TCP']: Connection): object {
  return {
    Source: endOf(from, '10.0.0.1'),
    Destination: endOf(to, '10.0.0.2'),
    Protocol: protocol,
    ResolvedPort: port,
    ResolvedPortName: '',
  };
}

function endOf(end: End, address: string): object {
  if (typeof end === 'string') return { IP: end };
  const [namespace, labels] = end;
  const namespaceLabels = { 'kubernetes.io/metadata.name': namespace };
  return { IP: address, Internal: { Namespace: namespace, NamespaceLabels: namespaceLabels, PodLabels: labels } };
}
