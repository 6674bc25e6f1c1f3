import { defineKind } from '../../core/kind.ts';
import { hibernationAdmissions } from './admissions.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';
import { sharedObjects } from './shared-objects.ts';
import { status } from './status.ts';
import { targetsOf, tenantsOf } from './targets.ts';

export const mtoClusterResourceSupervisor = defineKind({
  id: 'mto-cluster-resource-supervisor',
  references: [],
  needs: ['mto-integration-config'],
  tenancy: 'shared',
  claims: ({ body }, world) =>
    targetsOf(body, world).map(({ namespace, path }) => ({ what: `hibernation of namespace ${namespace.name}`, path })),
  recipients: ({ body }, world) => tenantsOf(targetsOf(body, world)),
  admits: hibernationAdmissions,
  resolve,
  render,
  status,
  sharedOfAll: (world) => sharedObjects(world, 'mto-cluster-resource-supervisor'),
});
