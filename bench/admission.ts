import { readFileSync } from 'node:fs';
import { waitForPolicies } from '../e2e/admission/marker.ts';
import { clusterOf, complaints } from '../e2e/cluster.ts';
import { type ControlPlane, startControlPlane } from '../e2e/control-plane.ts';
import { readManifests } from '../e2e/manifests.ts';
import { render } from '../leasehold.ts';

/**
 * Measures how long the API server takes to create a pod, in a dry run, with the rules of one tenant and of many, and the
 * memory of the API server. Exits with 1 if the median with many tenants exceeds that with one tenant by more than 20 %.
 * Requires the programs of `npx tsx e2e/tools/build.ts`.
 */
const maxRatio = 1.2;
const rounds = 400;

const one = await clusterWith(1);
const many = await clusterWith(1000);
const samples = { one: [] as number[], many: [] as number[] };
for (let round = -50; round < rounds; round++) {
  const [a, b] = [await createPod(one), await createPod(many)];
  if (round < 0) continue;
  samples.one.push(a);
  samples.many.push(b);
}
const ratio = at(samples.many, 0.5) / at(samples.one, 0.5);
console.log(`| tenants | p50 | p99 | memory of the API server |\n| --- | --- | --- | --- |`);
console.log(row('1', samples.one, one));
console.log(row('1,000', samples.many, many));
console.log(`\nratio at the median ${ratio.toFixed(2)}, maximum ${maxRatio}`);
await Promise.all([one.stop(), many.stop()]);
process.exit(ratio <= maxRatio ? 0 : 1);

async function clusterWith(tenants: number): Promise<ControlPlane> {
  const plane = await startControlPlane('api-only');
  const cluster = clusterOf(plane.api);
  const objects = readManifests(renderedFor(tenants)).filter(({ kind }) =>
    ['Namespace', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'].includes(kind),
  );
  const found = complaints(await cluster.apply(objects));
  if (found.length > 0) throw new Error(found.slice(0, 3).join('\n'));
  const subjects = [{ kind: 'Group', name: 'system:authenticated', apiGroup: 'rbac.authorization.k8s.io' }];
  const roleRef = { kind: 'ClusterRole', name: 'cluster-admin', apiGroup: 'rbac.authorization.k8s.io' };
  const metadata = { name: 'everyone' };
  await cluster.apply([
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata, roleRef, subjects },
  ]);
  await waitForPolicies(cluster);
  return plane;
}

function renderedFor(tenants: number): string {
  const platform = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {cluster: {kubernetes: "1.36"}, enforcement: {}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "4"}}}
`;
  const texts = Array.from(
    { length: tenants },
    (_, index) => `
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: t${index}}
spec:
  quota: small
  accessControl: {owners: {users: [owner-${index}@corp.io]}}
  namespaces: {withTenantPrefix: [dev]}
  imageRegistries: {allowed: [ghcr.io/t${index}, registry.corp.io]}
  podPriorityClasses: {allowed: ["", low]}
  serviceAccounts: {denied: [builder]}
`,
  );
  const { objects, problems } = render([{ path: 'in.yaml', text: [platform, ...texts].join('---\n') }]);
  if (objects.length === 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return objects.map(({ text }) => text).join('---\n');
}

async function createPod({ api }: ControlPlane): Promise<number> {
  const spec = { containers: [{ name: 'app', image: 'ghcr.io/t0/app:1' }], serviceAccountName: 'app' };
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec };
  const member = api.as('owner-0@corp.io', 'system:authenticated');
  const start = performance.now();
  const { status, body: answer } = await member.request('POST', '/api/v1/namespaces/t0-dev/pods', {
    body,
    query: { dryRun: 'All' },
  });
  const took = performance.now() - start;
  if (status !== 201) throw new Error(String(answer['message']));
  return took;
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

function row(tenants: string, values: readonly number[], plane: ControlPlane): string {
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${plane.apiServerProcess}/status`, 'utf8'))?.[1] ?? '0';
  const [p50, p99] = [at(values, 0.5), at(values, 0.99)].map((ms) => `${ms.toFixed(1)} ms`);
  return `| ${tenants} | ${p50} | ${p99} | ${Math.round(Number(memory) / 1024)} MiB |`;
}
