import * as assert from 'uvu/assert';
import { type ClaimView, decideClaim, decideUninstall } from '../../sidecar/decide/claim.ts';
import type { Write } from '../../sidecar/decide/write.ts';
import { suite } from '../harness.ts';
import { claim, deletedAt, freshVolume, leavingClaim, namespace, view, volume } from './examples.ts';

type Row = readonly [title: string, view: ClaimView, state: string, write?: string];

const userClaim = { ...claim, requestedRetention: undefined };
const deletingNamespace = { ...namespace, isDeleting: true };
const set = {
  namespace: 'acme-dev',
  name: 'db',
  requestedRetention: 'retain',
  tenant: 'acme',
  templates: ['data'],
} as const;
const bare = { ...claim, finalizers: [] };
const inUse = { ...claim, deletedAt };

const rows: readonly Row[] = [
  ['a managed claim without the finalizer gets it', { ...view, claim: bare }, 'new', 'add-finalizer'],
  [
    'a claim that waits for a volume gets the finalizer',
    { ...view, claim: { ...bare, volumeName: '' }, volume: undefined },
    'new',
    'add-finalizer',
  ],
  [
    'a claim of a user in a namespace of a tenant gets the finalizer',
    { ...view, claim: { ...userClaim, finalizers: [] } },
    'new',
    'add-finalizer',
  ],
  [
    'a claim that is pruned does not get the finalizer',
    { ...view, claim: { ...bare, requestedRetention: 'prune' } },
    'unmanaged',
  ],
  ['a claim of a Pod does not get the finalizer', { ...view, claim: { ...bare, belongsToPod: true } }, 'unmanaged'],
  [
    'a claim outside every tenant does not get the finalizer',
    { ...view, claim: bare, namespace: undefined },
    'unmanaged',
  ],
  [
    'a user claim in a namespace of the platform does not get the finalizer',
    { ...view, claim: { ...bare, requestedRetention: undefined }, namespace: { ...namespace, tenant: 'platform' } },
    'unmanaged',
  ],
  [
    'a user claim in a namespace that prunes does not get the finalizer',
    {
      ...view,
      claim: { ...bare, requestedRetention: undefined },
      namespace: { ...namespace, requestedRetention: 'prune' },
    },
    'unmanaged',
  ],
  [
    'a claim in a shared namespace belongs to the tenant of its label',
    { ...view, claim: { ...bare, tenant: 'acme' }, namespace: undefined },
    'new',
    'add-finalizer',
  ],
  [
    'a claim that is already being deleted does not get the finalizer',
    { ...view, claim: { ...inUse, finalizers: [] } },
    'unmanaged',
  ],
  ['a bound claim whose volume would be deleted', { ...view, volume: freshVolume }, 'exposed', 'retain'],
  [
    'a claim waits until its volume is reported as bound',
    { ...view, volume: { ...freshVolume, isBound: false } },
    'exposed',
  ],
  [
    'a claim that is being deleted waits until its volume is reported as bound',
    { ...view, claim: leavingClaim, volume: { ...freshVolume, isBound: false } },
    'exposed',
  ],
  [
    'a bound claim whose volume is not recorded',
    { ...view, volume: { ...volume, record: undefined } },
    'exposed',
    'retain',
  ],
  [
    'a bound claim whose volume is recorded for another tenant',
    { ...view, volume: { ...volume, tenant: 'other' } },
    'exposed',
    'retain',
  ],
  [
    'a bound claim whose volume is recorded for another claim',
    { ...view, volume: { ...volume, record: { claim: 'x/y', policy: 'Delete' } } },
    'exposed',
    'retain',
  ],
  [
    'a claim of a StatefulSet that retains',
    { ...view, claim: { ...userClaim, name: 'data-db-0' }, templates: [set], volume: freshVolume },
    'exposed',
    'retain',
  ],
  [
    'a claim with the name of a StatefulSet but no number',
    { ...view, claim: { ...userClaim, name: 'data-db-x' }, templates: [set], volume: freshVolume },
    'kept',
  ],
  ['a bound claim with a recorded volume', view, 'kept'],
  ['a user claim keeps the policy of its volume', { ...view, claim: userClaim, volume: freshVolume }, 'kept'],
  [
    'a volume that is bound to another claim is not touched',
    { ...view, volume: { ...freshVolume, claim: { namespace: 'x', name: 'y', uid: 'z' } } },
    'kept',
  ],
  ['a volume that is being deleted is not touched', { ...view, volume: { ...freshVolume, isDeleting: true } }, 'kept'],
  ['a deleted claim that Pods use', { ...view, claim: inUse }, 'in-use'],
  [
    'a deleted claim that Pods use is retained at once',
    { ...view, claim: inUse, volume: freshVolume },
    'exposed',
    'retain',
  ],
  ['a deleted claim that nothing uses', { ...view, claim: leavingClaim }, 'leaving', 'drop-finalizer'],
  ['a deleted claim is retained first', { ...view, claim: leavingClaim, volume: freshVolume }, 'exposed', 'retain'],
  [
    'a deleted claim without a volume',
    { ...view, claim: { ...leavingClaim, volumeName: '' }, volume: undefined },
    'leaving',
    'drop-finalizer',
  ],
  [
    'a deleted claim whose volume is gone',
    { ...view, claim: leavingClaim, volume: undefined },
    'leaving',
    'drop-finalizer',
  ],
  [
    'a claim that a user deletes',
    { ...view, claim: { ...leavingClaim, requestedRetention: undefined }, volume: freshVolume },
    'leaving',
    'drop-finalizer',
  ],
  [
    'a user claim that is deleted with its namespace is retained',
    {
      ...view,
      claim: { ...leavingClaim, requestedRetention: undefined },
      namespace: deletingNamespace,
      volume: freshVolume,
    },
    'exposed',
    'retain',
  ],
  [
    'a claim that Git prunes gets its policy back',
    { ...view, claim: { ...leavingClaim, requestedRetention: 'prune' } },
    'leaving',
    'restore-policy',
  ],
  [
    'a claim that Git prunes loses the finalizer',
    { ...view, claim: { ...leavingClaim, requestedRetention: 'prune' }, volume: freshVolume },
    'leaving',
    'drop-finalizer',
  ],
  [
    'a claim that lost its annotation keeps its volume',
    { ...view, claim: { ...leavingClaim, requestedRetention: undefined }, namespace: undefined },
    'leaving',
    'drop-finalizer',
  ],
];

suite('in decisions about claims,', (test) => {
  for (const [title, seen, state, write] of rows)
    test(`${title}: ${state}${write === undefined ? '' : `, ${write}`}`, () => {
      const decision = decideClaim(seen);
      assert.is(decision.state, state);
      assert.is(decision.write?.type, write);
    });
});

suite('the removal of the sidecar', (test) => {
  test('retains a volume first, and waits until it is bound', () => {
    const fresh = { ...view, volume: freshVolume };
    assert.equal(decideUninstall({ ...fresh, volume: { ...freshVolume, isBound: false } }), 'wait');
    assert.is((decideUninstall(fresh) as Write).type, 'retain');
    assert.is((decideUninstall(view) as Write).type, 'drop-finalizer');
    assert.is(decideUninstall({ ...view, claim: { ...claim, finalizers: [] } }), undefined);
  });
});
