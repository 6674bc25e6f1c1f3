import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import type { Cluster } from '../cluster.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { installation, installSidecar, type RunningSidecar, ready, startSidecar } from './sidecar.ts';
import { apply } from './tenants.ts';

const more = ['--status=/apis/kryton.azrtydxb.io/v1alpha1/krytons'];
const definition = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/krytons.kryton.azrtydxb.io';
const kryton = (name: string): KubeObject => {
  const instructions = { counter: { field: 'helmRevision', version: 'a' } };
  const annotations = { 'leasehold.dev/status': JSON.stringify(instructions) };
  const metadata = { name, namespace: 'notes', annotations };
  return { apiVersion: 'kryton.azrtydxb.io/v1alpha1', kind: 'Kryton', metadata, spec: { version: '4.5.0' } };
};

suite('the status of a kind with the definition of an operator', (test) => {
  let plane: ControlPlane;
  let cluster: Cluster;
  let sidecar: RunningSidecar;

  test('is prepared', async () => {
    plane = await startControlPlane('api-only');
    cluster = await installSidecar(plane);
    await prepare(cluster, [kryton('any')]);
    await apply(cluster, ...installation('sidecar-status').filter(({ kind }) => kind !== 'Deployment'));
    sidecar = await startSidecar(plane, { more });
    await ready(sidecar);
  });

  test('is not counted again and again if the definition drops the counted version', async () => {
    const own = { helmRevision: { type: 'integer' }, observedGeneration: { type: 'integer' } };
    await redefine(({ schema, ...version }) => {
      const { openAPIV3Schema } = schema as { readonly openAPIV3Schema: { readonly properties: object } };
      const properties = { ...openAPIV3Schema.properties, status: { type: 'object', properties: own } };
      return { ...version, schema: { openAPIV3Schema: { ...openAPIV3Schema, properties } } };
    });
    await apply(cluster, kryton('pruned'));
    await statusIs('pruned', ({ helmRevision }) => helmRevision === 1);
    await sleep(2000);
    const { metadata, status } = await read('pruned');
    await sleep(2000);
    assert.equal(await read('pruned'), { metadata, status });
    assert.equal(status, { helmRevision: 1, observedGeneration: 1 });
  });

  test('is written as soon as the definition has the subresource, and until then the log reports the error', async () => {
    await redefine(({ subresources: _, ...version }) => version);
    await apply(cluster, kryton('late'));
    await eventually('the log', async () => sidecar.log().includes('"late\\" not found"') || undefined);
    await redefine((version) => ({ ...version, subresources: { status: {} } }));
    await statusIs('late', ({ helmRevision }) => helmRevision === 1);
  });

  test('the programs stop', async () => {
    await sidecar.stop();
    await plane.stop();
  });

  type Version = Readonly<Record<string, unknown>>;

  /** Changes the definition, and waits until the API server serves it. */
  async function redefine(change: (version: Version) => Version): Promise<void> {
    const { body } = await plane.api.request('GET', definition);
    const spec = body['spec'] as { readonly versions: readonly Version[] };
    const changed = { ...body, spec: { ...spec, versions: spec.versions.map(change) } };
    assert.is((await plane.api.request('PUT', definition, { body: changed })).status, 200);
    await sleep(1000);
  }

  async function read(name: string): Promise<{ readonly metadata: unknown; readonly status: Version }> {
    const path = `/apis/kryton.azrtydxb.io/v1alpha1/namespaces/notes/krytons/${name}`;
    const { body } = await plane.api.request('GET', path);
    return { metadata: body['metadata'], status: (body['status'] ?? {}) as Version };
  }

  async function statusIs(name: string, holds: (status: Version) => boolean): Promise<void> {
    await eventually(`the status of ${name}`, async () => holds((await read(name)).status) || undefined, 60);
  }
});
