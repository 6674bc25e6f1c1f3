import { defineKind } from '../../../core/kind/kind.ts';
import { render } from './render.ts';
import { purgeAnnotation, resolve } from './resolve.ts';
import { status } from './status.ts';
import { uses } from './uses.ts';

export const org = defineKind({
  id: 'org',
  references: [{ path: ['spec', 'tenant_plane_ref'], to: 'tenant-plane', listed: true, crossTenant: true }],
  pinned: [
    { path: ['spec', 'region_code'], why: 'the data of the Org stays in the old region and must be moved manually' },
    { path: ['spec', 'slug'], why: 'the new slug starts with an empty volume', unless: 'tetrapus.io/allow-rename' },
  ],
  claims: ({ body, namespace }) => [
    { what: `slug ${body.spec.slug}`, path: ['spec', 'slug'] },
    { what: `Service ${namespace}/org-${body.spec.slug}`, path: ['spec', 'slug'] },
  ],
  objectPrefixes: ['org-'],
  delegation: {
    byDefault: false,
    free: [
      'spec.slug',
      'spec.region_code',
      'spec.external_db_url',
      'spec.external_db_secret_ref',
      'spec.bootstrap_admin_email',
      'spec.tenant_plane_ref',
    ],
    annotations: [purgeAnnotation],
    uses,
  },
  tenant: () => ({}),
  resolve,
  render,
  status,
  liveStatus: ({ placement }) => ({
    phase: true,
    hidden: [['external_db_url']],
    ...(placement === 'own' ? {} : { workloads: [`Deployment/${placement.namespace}/plane-${placement.plane}`] }),
  }),
});
