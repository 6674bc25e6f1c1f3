import type { ClaimView } from '../../sidecar/decide/claim.ts';
import type { Claim, Namespace, Volume } from '../../sidecar/decide/objects.ts';

/** A bound claim that leasehold rendered. Tests set only what differs. */
export const claim: Claim = {
  namespace: 'acme-dev',
  name: 'data',
  uid: 'claim-1',
  resourceVersion: '1',
  deletedAt: '',
  finalizers: ['kubernetes.io/pvc-protection', 'leasehold.dev/volume'],
  belongsToPod: false,
  requestedRetention: 'retain',
  tenant: '',
  isBound: true,
  volumeName: 'pv-1',
};

export const deletedAt = '2026-01-01T00:00:00Z';

/** The claim during its deletion, when no Pod uses it. */
export const leavingClaim: Claim = { ...claim, deletedAt, finalizers: ['leasehold.dev/volume'] };

export const namespace: Namespace = {
  name: 'acme-dev',
  isDeleting: false,
  tenant: 'acme',
  requestedRetention: undefined,
};

/** The volume of the claim, retained and recorded. */
export const volume: Volume = {
  name: 'pv-1',
  uid: 'volume-1',
  resourceVersion: '2',
  isDeleting: false,
  isBound: true,
  isReleased: false,
  policy: 'Retain',
  tenant: 'acme',
  record: { claim: 'acme-dev/data', policy: 'Delete' },
  claim: { namespace: 'acme-dev', name: 'data', uid: 'claim-1' },
};

/** The volume before the sidecar has recorded it. */
export const freshVolume: Volume = { ...volume, policy: 'Delete', tenant: '', record: undefined };

export const view: ClaimView = { claim, namespace, volume, templates: [] };
