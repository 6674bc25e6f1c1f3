import { defineKind } from '../../core/kind.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';
import { status } from './status.ts';

export const org = defineKind({
  id: 'org',
  references: [{ path: ['spec', 'tenant_plane_ref'], to: 'tenant-plane', listed: true }],
  claims: ({ body, namespace }) => [
    { what: `slug ${body.spec.slug}`, path: ['spec', 'slug'] },
    { what: `Service ${namespace}/org-${body.spec.slug}`, path: ['spec', 'slug'] },
  ],
  resolve,
  render,
  status,
});
