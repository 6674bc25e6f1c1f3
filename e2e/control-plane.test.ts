import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { clusterOf, complaints } from './cluster.ts';
import { sharedControlPlane } from './control-plane.ts';
import { installDefinitions } from './foreign-kinds.ts';
import { readManifests } from './manifests.ts';

suite('the control plane', (test) => {
  test('reports Kubernetes 1.36 to kubectl and to HTTP clients', async () => {
    const { api, kubectl } = await sharedControlPlane();
    const { status, stdout } = kubectl(['version', '-o', 'json']);
    assert.is(status, 0);
    assert.match(stdout, '"gitVersion": "v1.36');
    assert.is((await api.request('GET', '/version')).body['minor'], '36');
  });

  test('runs a Deployment with a volume', async () => {
    const { api, kubectl } = await sharedControlPlane();
    const applied = await clusterOf(api).apply(readManifests(deploymentWithVolume));
    assert.equal(complaints(applied), []);
    const wait = kubectl(['wait', '-n', 'works', '--for=condition=Available', 'deployment/web', '--timeout=30s']);
    assert.is(wait.status, 0, wait.stderr);
  });

  test('rejects a user without a binding', async () => {
    const { api, stranger } = await sharedControlPlane();
    assert.is((await stranger.request('GET', '/api/v1/namespaces')).status, 403);
    assert.is((await api.as('alice').request('GET', '/api/v1/secrets')).status, 403);
    assert.is((await api.as('alice', 'system:masters').request('GET', '/api/v1/secrets')).status, 200);
  });

  test('accepts a resource of an installed definition and rejects an invalid one', async () => {
    const { api } = await sharedControlPlane();
    const cluster = clusterOf(api);
    await installDefinitions(cluster, readManifests(definition));
    const [valid, invalid, unknown] = await cluster.apply(readManifests(resources), { dryRun: true });
    assert.ok(valid?.ok, valid?.message);
    assert.match(invalid?.message ?? '', '.spec.size: expected numeric');
    assert.match(unknown?.message ?? '', 'spec.color: field not declared in schema');
  });

  test('names the manager of a conflicting field', async () => {
    const { api } = await sharedControlPlane();
    const cluster = clusterOf(api);
    const settings = (value: string) => readManifests(configMap(value));
    await cluster.apply(settings('a'), { fieldManager: 'first' });
    const [conflicting] = await cluster.apply(settings('b'), { fieldManager: 'second' });
    assert.is(conflicting?.status, 409);
    assert.match(conflicting?.message ?? '', 'conflict with "first"');
    const [forced] = await cluster.apply(settings('b'), { fieldManager: 'second', force: true });
    assert.ok(forced?.ok, forced?.message);
  });
});

const deploymentWithVolume = `
apiVersion: v1
kind: Namespace
metadata: { name: works }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: works }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: works }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: web }]
      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
`;

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shirts.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { kind: Shirt, plural: shirts, singular: shirt }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { size: { type: integer } } } }
`;

const resources = `
{ apiVersion: example.com/v1, kind: Shirt, metadata: { name: valid }, spec: { size: 4 } }
---
{ apiVersion: example.com/v1, kind: Shirt, metadata: { name: invalid }, spec: { size: large } }
---
{ apiVersion: example.com/v1, kind: Shirt, metadata: { name: unknown }, spec: { color: red } }
`;

function configMap(value: string): string {
  return `{ apiVersion: v1, kind: ConfigMap, metadata: { name: shared-field, namespace: default }, data: { key: ${value} } }`;
}
