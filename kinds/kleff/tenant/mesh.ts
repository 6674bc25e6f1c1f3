import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import type { Gateway } from './gateway.ts';
import { meta } from './meta.ts';
import type { ResolvedTenant } from './resolve.ts';

/** Only the tenant's own pods and the ingress gateway can reach the tenant's pods [sources: kleff-3]. */
export function meshObjects(tenant: ResolvedTenant): readonly Emit[] {
  const { gateway, userId } = tenant;
  if (!gateway) return [];
  return [
    emit('gateway', Object.assign(meta(tenant, 'tenant-gateway'), doors(gateway, userId))),
    // Only mutual TLS reveals namespaces and principals [sources: istio-1].
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
