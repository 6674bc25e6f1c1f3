import { defineKind } from '../../core/kind.ts';
import { namespaceObjects } from '../mto-tenant/namespace-objects.ts';
import { resolve } from './resolve.ts';

export const mtoNamespace = defineKind({
  id: 'mto-namespace',
  references: [{ path: ['metadata', 'labels', 'stakater.com/tenant'], to: 'mto-tenant', owner: true }],
  needs: ['mto-integration-config'],
  claims: ({ name }) => [{ what: `namespace ${name}`, path: ['metadata', 'name'], ownsNamespace: name }],
  resolve,
  render: namespaceObjects,
  status: () => ({ phase: 'Rendered' }),
});
