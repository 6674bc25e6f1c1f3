import { defineKind } from '../../../core/kind/kind.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';

export const mtoExtensions = defineKind({
  id: 'mto-extensions',
  references: [
    {
      path: ['spec', 'tenantName'],
      to: 'mto-tenant',
      owner: true,
      inSamples: { without: ['mto-quota'], effect: 'no AppProject is rendered' },
    },
  ],
  needs: ['mto-integration-config'],
  claims: ({ body: { spec } }) => [
    {
      what: `the Extensions of Tenant ${spec.tenantName}`,
      path: ['spec', 'tenantName'],
      conflict: {
        problem: `Tenant ${spec.tenantName} has more than one set of Extensions`,
        fix: 'merge them into one Extensions resource; if an older Tenant sets spec.argocd, remove that field',
      },
    },
  ],
  proposals: { '': 'extensions' },
  delegation: { byDefault: false, free: ['spec.tenantName'], uses: () => [] },
  resolve,
  render,
  status: () => ({ phase: 'Rendered' }),
});
