import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { claim, controlledBy, deployment, meta, pod, rejected, template } from './simulated.ts';

suite('leasehold simulate and owners of objects', (test) => {
  test('ignores an owner reference to the object itself, in a circle, or to another namespace', async () => {
    const bad = (name: string, more: object) => pod(name, 'quay.io/bad:1', more);
    assert.equal(await rejected([bad('own', { uid: '1', ...controlledBy('1') })]), ['images own']);
    const circle = [bad('a', { uid: '1', ...controlledBy('2') }), bad('b', { uid: '2', ...controlledBy('1') })];
    assert.equal(await rejected(circle), ['images a', 'images b']);
    const elsewhere = {
      ...deployment,
      kind: 'ReplicaSet',
      metadata: meta('web', { namespace: 'acme-prod', uid: '1' }),
    };
    const copy = pod('copy', 'docker.io/library/nginx:1', controlledBy('1'));
    assert.equal(await rejected([elsewhere, copy]), ['images copy', 'images web']);
  });

  test('checks a workload whose owner is not in the inventory, such as a resource of an operator', async () => {
    const owned = { ...deployment, metadata: meta('web', controlledBy('7')) };
    assert.equal(await rejected([owned]), ['images web']);
  });

  test('checks the claims of ephemeral volumes, and lists them once', async () => {
    const spec = { storageClassName: 'slow' };
    const metadata = { annotations: { 'leasehold.dev/volumes': 'retain' } };
    const volumes = [{ name: 'tmp', ephemeral: { volumeClaimTemplate: { metadata, spec } } }, { name: 'other' }];
    const withVolume = { spec: { ...template('ghcr.io/acme/app:1').spec, volumes } };
    const web = { ...deployment, spec: { template: withVolume } };
    assert.equal(await rejected([web]), ['storage-classes web', 'volumes web']);
    const own = { ...pod('a', '', { uid: '1' }), ...withVolume };
    const existing = { ...claim('a-tmp', {}), metadata: meta('a-tmp', { ...metadata, ...controlledBy('1') }), spec };
    assert.equal(await rejected([own, existing]), ['storage-classes a', 'volumes a']);
  });
});
