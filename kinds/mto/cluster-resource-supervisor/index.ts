import { defineKind } from '../../../core/kind/kind.ts';
import { hibernationClaim } from '../hibernation/claim.ts';
import { externalOwners, externalTargets } from '../hibernation/external.ts';
import { hibernationPlacements } from '../hibernation/placements.ts';
import { render } from '../hibernation/render.ts';
import { resolve } from '../hibernation/resolve.ts';
import { sharedObjects } from '../hibernation/shared-objects.ts';
import { status } from '../hibernation/status.ts';
import { supervisionTargets, tenantsOfTargets } from '../hibernation/supervision-targets.ts';

export const mtoClusterResourceSupervisor = defineKind({
  id: 'mto-cluster-resource-supervisor',
  needs: ['mto-integration-config'],
  tenancy: 'shared',
  claims: (resource, world) =>
    [
      ...supervisionTargets(resource.body, world).map(({ namespace, path }) => ({ name: namespace.name, path })),
      ...externalTargets(resource, world),
    ].map(({ name, path }) => hibernationClaim(name, path)),
  recipients: (document, world) => [
    ...tenantsOfTargets(supervisionTargets(document.body, world)),
    ...externalOwners(document, world),
  ],
  placements: hibernationPlacements,
  resolve,
  render,
  status,
  sharedAcrossTenants: (world) => sharedObjects(world, 'mto-cluster-resource-supervisor'),
});
