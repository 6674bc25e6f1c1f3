import { defineKind } from '../../core/kind.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';

export const kleffTenant = defineKind({
  id: 'kleff-tenant',
  references: [],
  pinned: [
    { path: ['spec', 'userId'], why: 'the old namespace would be destroyed', unless: 'kleff.io/allow-move' },
    { path: ['metadata', 'namespace'], why: 'the old namespace would be destroyed', unless: 'kleff.io/allow-move' },
  ],
  claims: ({ body }) => [{ what: `namespace ${body.spec.userId}`, path: ['spec', 'userId'] }],
  resolve,
  render,
  status: () => ({
    conditions: [
      { type: 'NamespaceReady', status: 'True' as const, reason: 'Rendered' },
      { type: 'TenantReady', status: 'True' as const, reason: 'Rendered' },
    ],
  }),
});
