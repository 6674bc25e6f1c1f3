import { defineKind } from '../../../core/kind/kind.ts';
import type { Status } from '../../../core/kind/status.ts';
import { resolve } from './resolve.ts';

/** Renders no object itself: the Deployment of its Org, or the ConfigMap of the Org's plane, contains its URI and kid. */
export const keyMaterial = defineKind({
  id: 'key-material',
  references: [
    {
      path: ['spec', 'org_ref'],
      to: 'org',
      owner: true,
      listed: true,
      inSamples: { without: [], effect: 'no pod gets the key' },
    },
  ],
  claims: ({ body }) => [{ what: `kid ${body.spec.kid} of Org ${body.spec.org_ref}`, path: ['spec', 'kid'] }],
  delegation: { byDefault: true, free: ['spec.org_ref', 'spec.kid'], uses: () => [] },
  resolve,
  status: (): Status => ({ phase: 'Provisioned' }),
  liveStatus: ({ keyUri }) => ({ shown: { kms_uri: keyUri } }),
});
