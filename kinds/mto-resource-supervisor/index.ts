import { defineKind } from '../../core/kind.ts';
import { hibernationAdmissions } from '../mto-cluster-resource-supervisor/admissions.ts';
import { render } from '../mto-cluster-resource-supervisor/render.ts';
import { sharedObjects } from '../mto-cluster-resource-supervisor/shared-objects.ts';
import { status } from '../mto-cluster-resource-supervisor/status.ts';
import { resolve } from './resolve.ts';

export const mtoResourceSupervisor = defineKind({
  id: 'mto-resource-supervisor',
  references: [],
  needs: ['mto-integration-config'],
  tenancy: 'shared',
  claims: ({ namespace }) => [{ what: `hibernation of namespace ${namespace}`, path: ['metadata', 'namespace'] }],
  recipients: ({ namespace }, world) => {
    const owner = world.namespace(namespace);
    return owner ? [owner.tenant] : [];
  },
  admits: hibernationAdmissions,
  resolve,
  render,
  status,
  sharedOfAll: (world) => sharedObjects(world, 'mto-resource-supervisor'),
});
