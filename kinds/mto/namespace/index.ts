import { defineKind } from '../../../core/kind/kind.ts';
import { mtoTenantLabel } from '../integration/keys.ts';
import { namespaceObjects } from '../tenant/namespace-objects.ts';
import { labeledIndex } from '../tenant/namespaces.ts';
import { delegation } from './delegation.ts';
import { resolve } from './resolve.ts';

export const mtoNamespace = defineKind({
  id: 'mto-namespace',
  references: [
    {
      path: ['metadata', 'labels', mtoTenantLabel],
      to: 'mto-tenant',
      owner: true,
      inSamples: { without: ['mto-quota'], effect: 'the namespace is not rendered' },
    },
  ],
  needs: ['mto-integration-config'],
  claims: ({ name }) => [{ what: `namespace ${name}`, path: ['metadata', 'name'], ownsNamespace: name }],
  namespaces: (resource, world) => {
    const tenant = world.target(resource, 'mto-tenant');
    const own = tenant && world.derived(labeledIndex)(tenant).get(resource.name);
    return own ? [own] : [];
  },
  proposals: { 'metadata.annotations': 'namespace-metadata' },
  delegation,
  resolve,
  render: namespaceObjects,
  status: () => ({ phase: 'Rendered' }),
});
