import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../templates/views.ts';
import type { Gateway } from './gateway.ts';
import { meta } from './meta.ts';
import type { ResolvedTenant } from './resolve.ts';

/** Nobody speaks to the tenant's pods but they themselves and the ingress gateway [tenancy-kinds 2.4]. */
export function meshObjects(tenant: ResolvedTenant): readonly Emit[] {
  const { gateway, userId } = tenant;
  if (!gateway) return [];
  return [
    emit('gateway', Object.assign(meta(tenant, 'tenant-gateway'), doors(gateway, userId))),
    // Namespaces and principals are known only from certificates.
    emit('peer-authentication', { ...meta(tenant, 'default'), mode: 'STRICT' }),
    emit('authorization-policy', { ...meta(tenant, 'default-deny'), spec: {} }),
    allow(tenant, 'allow-same-namespace', { namespaces: [userId] }),
    allow(tenant, 'allow-ingress-gateway', { principals: [gateway.ingress.principal] }),
  ];
}

function allow(tenant: ResolvedTenant, name: string, source: Tree): Emit {
  const spec = { action: 'ALLOW', rules: [{ from: [{ source }] }] };
  return emit('authorization-policy', { ...meta(tenant, name), spec });
}

/** Only routes of the tenant's own namespace may bind to its hosts, hence the prefix. */
function doors({ host, ingress, tlsSecret }: Gateway, userId: string) {
  const hosts = [`${userId}/${host}`, `${userId}/*.${host}`];
  const http = { name: 'http', number: 80, protocol: 'HTTP' };
  const https = { name: 'https', number: 443, protocol: 'HTTPS' };
  return {
    selector: ingress.selector,
    servers: [
      { hosts, port: http, tls: { httpsRedirect: true } },
      { hosts, port: https, tls: { credentialName: tlsSecret, mode: 'SIMPLE' } },
    ],
  };
}
