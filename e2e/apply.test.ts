import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { prepare, problemsOf } from './apply-again.ts';
import { readCases } from './cases.ts';
import { type Cluster, clusterOf, complaints } from './cluster.ts';
import { sharedControlPlane } from './control-plane.ts';
import { eventually } from './daemon.ts';
import { type KubeObject, nameOf, readManifests } from './manifests.ts';
import { renderSamples } from './product.ts';

suite('the output for the samples', (test) => {
  test('is accepted by the API server without a warning, and applying it again changes nothing', async () => {
    const objects = renderSamples();
    assert.ok(objects.length > 0, 'nothing was rendered');
    await settles(await cluster(), objects);
  });

  test('has workloads that become available and admission rules without a type error', async () => {
    const { api, kubectl } = await sharedControlPlane();
    const cluster = clusterOf(api);
    const objects = renderSamples();
    await prepare(cluster, objects);
    assert.equal(complaints(await cluster.apply(objects)), []);
    const late = objects.filter(isWorkload).flatMap((object) => {
      const { status, stderr } = kubectl(['rollout', 'status', '--timeout=30s', ...target(object)]);
      return status === 0 ? [] : [stderr];
    });
    assert.equal(late, []);
    const policies = objects.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy');
    assert.equal((await Promise.all(policies.map((policy) => typeErrors(cluster, policy)))).flat(), []);
  });
});

suite('the check of applied objects', (test) => {
  test('finds a rejection, a warning and a value that the server normalizes', async () => {
    const objects = readManifests(invalid);
    await prepare(await cluster(), objects);
    const problems = (await problemsOf(await cluster(), objects)).join('\n');
    assert.match(problems, '.dato: field not declared in schema');
    assert.match(problems, 'warning: annotation "kubernetes.io/ingress.class" is deprecated');
    assert.match(problems, '.spec.hard.cpu is kept as "1", not "1000m"');
  });
});

suite('the output of each case does not change after the first apply', (test) => {
  for (const { kind, title, outputs } of readCases().filter((one) => one.outputs.length > 0))
    test(`${kind}: ${title}`, async () => settles(await cluster(), outputs));
});

/** Only tests change objects in this control plane, so every new resourceVersion is caused by a test. */
async function cluster(): Promise<Cluster> {
  return clusterOf((await sharedControlPlane('api-only')).api);
}

async function settles(cluster: Cluster, objects: readonly KubeObject[]): Promise<void> {
  await prepare(cluster, objects);
  const problems = await problemsOf(cluster, objects);
  // Objects of two cases can have the same name and differ in an immutable field.
  await cluster.remove(objects);
  assert.equal(problems, []);
}

function isWorkload({ kind }: KubeObject): boolean {
  return ['Deployment', 'StatefulSet'].includes(kind);
}

function target({ kind, metadata }: KubeObject): readonly string[] {
  return [`${kind.toLowerCase()}/${metadata.name}`, '-n', metadata.namespace ?? 'default'];
}

interface PolicyStatus {
  readonly observedGeneration?: number;
  readonly typeChecking?: { readonly expressionWarnings?: readonly { readonly warning: string }[] };
}

/** The API server compiles the rules. A controller then checks their types against the objects that they match. */
async function typeErrors(cluster: Cluster, policy: KubeObject): Promise<readonly string[]> {
  const { typeChecking } = await eventually(`${nameOf(policy)} is checked`, async () => {
    const status = (await cluster.get(policy)).body['status'] as PolicyStatus;
    return status.observedGeneration === undefined ? undefined : status;
  });
  return (typeChecking?.expressionWarnings ?? []).map(({ warning }) => `${nameOf(policy)}: ${warning}`);
}

const invalid = `
apiVersion: v1
kind: ConfigMap
metadata: { name: unknown-field, namespace: checked }
dato: { key: value }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: deprecated, namespace: checked, annotations: { kubernetes.io/ingress.class: x } }
spec: { defaultBackend: { service: { name: x, port: { number: 80 } } } }
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: other-form, namespace: checked }
spec: { hard: { cpu: 1000m } }
`;
