import * as assert from 'uvu/assert';
import { decideVolume, type VolumeView } from '../../sidecar/decide/volume.ts';
import { patchOf } from '../../sidecar/decide/write.ts';
import { suite } from '../harness.ts';
import { claim, freshVolume, leavingClaim, volume } from './examples.ts';

type Row = readonly [title: string, view: VolumeView, state: string, write?: string];

const released = { ...volume, isBound: false, isReleased: true };
const reserved = { ...volume, claim: { namespace: 'acme-dev', name: 'data', uid: '' } };
const granted = {
  ...released,
  record: { claim: 'shop/data', policy: 'Delete' },
  claim: { namespace: 'shop', name: 'data', uid: 'claim-1' },
};
const later = { ...claim, uid: 'claim-2', isBound: false, volumeName: '' };
const elsewhere = { ...later, isBound: true, volumeName: 'pv-2' };

const rows: readonly Row[] = [
  ['a volume that the sidecar never recorded', { volume: freshVolume, claim: undefined }, 'unmanaged'],
  [
    'a volume that an administrator gave to another claim',
    { volume: { ...released, record: { claim: 'x/y', policy: 'Delete' } }, claim: undefined },
    'unmanaged',
  ],
  ['a volume that is being deleted', { volume: { ...released, isDeleting: true }, claim: undefined }, 'unmanaged'],
  ['a volume without a claim', { volume: { ...volume, claim: undefined }, claim: undefined }, 'unmanaged'],
  ['a volume with its claim', { volume, claim }, 'bound'],
  ['a volume whose claim was just deleted', { volume, claim: undefined }, 'released'],
  ['a released volume of the tenant', { volume: released, claim: undefined }, 'released', 'reserve'],
  [
    'a released volume whose claim was created again and is pending',
    { volume: released, claim: later },
    'released',
    'reserve',
  ],
  [
    'a released volume that will be deleted',
    { volume: { ...released, policy: 'Delete' }, claim: undefined },
    'released',
  ],
  ['a released volume of a namespace that was granted', { volume: granted, claim: undefined }, 'fenced'],
  [
    'a released volume of a namespace that only starts with the name of the tenant',
    { volume: { ...released, tenant: 'acm' }, claim: undefined },
    'fenced',
  ],
  ['a released volume without a tenant', { volume: { ...released, tenant: '' }, claim: undefined }, 'fenced'],
  ['a reserved volume', { volume: reserved, claim: undefined }, 'reserved'],
  ['a reserved volume whose claim was created again and is pending', { volume: reserved, claim: later }, 'reserved'],
  ['a reserved volume whose claim is bound to another volume', { volume: reserved, claim: elsewhere }, 'bypassed'],
  ['a released volume whose claim is bound to another volume', { volume: released, claim: elsewhere }, 'bypassed'],
];

suite('the decision about', (test) => {
  for (const [title, seen, state, write] of rows)
    test(`${title}: ${state}${write === undefined ? '' : `, ${write}`}`, () => {
      const decision = decideVolume(seen);
      assert.is(decision.state, state);
      assert.is(decision.write?.type, write);
    });
});

suite('the patches of the sidecar', (test) => {
  const acme = { tenant: 'acme', claim };
  test('retain a volume and record its former policy', () => {
    assert.equal(patchOf({ type: 'retain', volume: freshVolume, ...acme }), {
      path: '/api/v1/persistentvolumes/pv-1',
      body: {
        metadata: {
          resourceVersion: '2',
          labels: { 'leasehold.dev/tenant': 'acme' },
          annotations: { 'leasehold.dev/claim': 'acme-dev/data', 'leasehold.dev/reclaim-policy': 'Delete' },
        },
        spec: { persistentVolumeReclaimPolicy: 'Retain' },
      },
    });
  });

  test('keep the policy that was recorded first', () => {
    const { body } = patchOf({ type: 'retain', volume: { ...volume, tenant: 'other' }, ...acme });
    assert.match(JSON.stringify(body), '"leasehold.dev/reclaim-policy":"Delete"');
  });

  test('clear only the reference that binds a volume to one claim', () => {
    assert.equal(patchOf({ type: 'reserve', volume: released }).body, {
      metadata: { resourceVersion: '2', annotations: { 'pv.kubernetes.io/bound-by-controller': null } },
      spec: { claimRef: { uid: null, resourceVersion: null } },
    });
  });

  test('keep other finalizers', () => {
    const both = { ...leavingClaim, finalizers: ['a/b', 'leasehold.dev/volume', 'c/d'] };
    assert.equal(patchOf({ type: 'drop-finalizer', claim: both }).body, {
      metadata: { resourceVersion: '1', finalizers: ['a/b', 'c/d'] },
    });
  });
});
