import * as assert from 'uvu/assert';
import { rules } from '../../test/admission/rules.ts';
import { suite } from '../../test/harness.ts';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import { readManifests } from '../manifests.ts';
import { applyRules } from './policed-cluster.ts';

const finalizer = 'example.com/wait';

/** Objects that were created before the rules. Some violate them. */
const stored = readManifests(`
apiVersion: v1
kind: Namespace
metadata:
  name: leaving
  labels: {leasehold.dev/tenant: acme}
  annotations: {leasehold.dev/allow-images: ghcr.io/acme, leasehold.dev/allow-service-types: ''}
---
{apiVersion: v1, kind: Namespace, metadata: {name: leaving-cordoned, labels: {leasehold.dev/tenant: acme, leasehold.dev/cordoned: 'true'}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: old, namespace: leaving, finalizers: [${finalizer}]}, spec: {containers: [{name: app, image: evil.example/app}]}}
---
{apiVersion: v1, kind: Service, metadata: {name: old, namespace: leaving, finalizers: [${finalizer}]}, spec: {type: NodePort, ports: [{port: 80}]}}
---
{apiVersion: v1, kind: ResourceQuota, metadata: {name: quota, namespace: leaving, labels: {app.kubernetes.io/managed-by: leasehold}}, spec: {hard: {pods: '5'}}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: map, namespace: leaving-cordoned}}
`);

const pods = '/api/v1/namespaces/leaving/pods';
const services = '/api/v1/namespaces/leaving/services';
const namespace = '/api/v1/namespaces/leaving';

let plane: ControlPlane;
let cluster: Cluster;

suite('rules do not prevent the deletion of a namespace', (test) => {
  test('an administrator deletes namespaces of a tenant', async () => {
    plane = await startControlPlane();
    cluster = clusterOf(plane.api);
    assert.equal(complaints(await cluster.apply(stored)), []);
    await applyRules(cluster, rules);
    for (const path of [namespace, `${namespace}-cordoned`])
      assert.is((await cluster.api.request('DELETE', path)).status, 200);
    await eventually('the namespace is terminating', async () => {
      const { body } = await cluster.api.request('GET', namespace);
      return (body['status'] as { readonly phase: string }).phase === 'Terminating' || undefined;
    });
  });

  test('a namespace without other finalizers is deleted, even if it is cordoned', async () => {
    await isGone(`${namespace}-cordoned`);
  });

  test('the tenant can neither remove the label or the finalizer of the namespace nor raise its quota', async () => {
    const removed = await patch(namespace, { metadata: { labels: { 'leasehold.dev/tenant': null } } });
    assert.is(removed.status, 403);
    const { body } = await cluster.api.request('GET', namespace);
    const finalized = await member().request('PUT', `${namespace}/finalize`, { body: { ...body, spec: {} } });
    assert.is(finalized.status, 403, JSON.stringify(finalized.body));
    assert.match(String(finalized.body['message']), "'leasehold-namespaces'");
    assert.is((await patch(`${namespace}/resourcequotas/quota`, { spec: { hard: { pods: '50' } } })).status, 403);
  });

  test('the tenant can change objects that are older than the rules, but cannot add what the rules reject', async () => {
    for (const path of [`${pods}/old`, `${services}/old`]) {
      const { status, body } = await patch(path, { metadata: { labels: { a: 'b' } } });
      assert.is(status, 200, String(body['message']));
    }
    const other = { spec: { containers: [{ name: 'app', image: 'evil.example/other' }] } };
    const { status } = await patch(`${pods}/old`, other, 'application/strategic-merge-patch+json');
    assert.is(status, 403);
  });

  test('the tenant can remove finalizers, and the namespace is deleted', async () => {
    for (const path of [`${pods}/old`, `${services}/old`]) {
      const { status, body } = await patch(path, { metadata: { finalizers: null } });
      assert.is(status, 200, String(body['message']));
    }
    await isGone(namespace);
    await plane.stop();
  });
});

function member() {
  return cluster.api.as('member@corp.io', 'system:authenticated');
}

function patch(path: string, body: object, contentType = 'application/merge-patch+json') {
  return member().request('PATCH', path, { body, contentType });
}

async function isGone(path: string): Promise<void> {
  await eventually(`${path} is gone`, async () => {
    const { status } = await cluster.api.request('GET', path);
    return status === 404 || undefined;
  });
}
