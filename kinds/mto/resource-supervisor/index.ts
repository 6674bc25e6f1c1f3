import { contracts } from '../../../build/contracts.ts';
import { defineKind } from '../../../core/kind/kind.ts';
import type { Tree } from '../../../data/tree.ts';
import { hibernationClaim } from '../hibernation/claim.ts';
import { externalOwners } from '../hibernation/external.ts';
import { hibernationPlacements } from '../hibernation/placements.ts';
import { render } from '../hibernation/render.ts';
import { sharedObjects } from '../hibernation/shared-objects.ts';
import { status } from '../hibernation/status.ts';
import { resolve } from './resolve.ts';

export const mtoResourceSupervisor = defineKind({
  id: 'mto-resource-supervisor',
  needs: ['mto-integration-config'],
  tenancy: 'shared',
  claims: ({ namespace }) => [hibernationClaim(namespace, ['metadata', 'namespace'])],
  delegation: { byDefault: false, free: ['spec'], uses: () => [] },
  recipients: (document, world) => {
    const owner = world.namespace(document.namespace);
    return [...(owner ? [owner.tenant] : []), ...externalOwners(document, world)];
  },
  proposals: { '': 'hibernation' },
  edits: (intent, { namespace }) =>
    intent.intent === 'wake' && intent.namespace === namespace ? [{ op: 'remove-document' }] : undefined,
  addition: (intent) => (intent.intent === 'sleep' ? supervisorOf(intent.namespace) : undefined),
  placements: hibernationPlacements,
  resolve,
  render,
  status,
  sharedAcrossTenants: (world) => sharedObjects(world, 'mto-resource-supervisor'),
});

/** Hibernates a namespace until the document is removed. */
function supervisorOf(namespace: string): Tree {
  const { apiVersion, kind } = contracts['mto-resource-supervisor'];
  return { apiVersion, kind, metadata: { name: 'asleep', namespace }, spec: { schedule: {} } };
}
