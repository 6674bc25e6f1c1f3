import { defineKind } from '../../../core/kind/kind.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';

export const tenantPlane = defineKind({
  id: 'tenant-plane',
  claims: ({ name, namespace }) => [{ what: `Service ${namespace}/plane-${name}`, path: ['metadata', 'name'] }],
  objectPrefixes: ['plane-'],
  tenant: () => ({}),
  resolve,
  render,
  status: ({ namespace, spec: { external_db_secret_ref: secret } }) => ({
    phase: 'Provisioned',
    ...(secret ? { requiredSecrets: [`${namespace}/${secret.name}`] } : {}),
  }),
  liveStatus: () => ({ phase: true }),
});
