import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import type { TenantGateway } from './gateway.ts';
import { meta } from './meta.ts';
import type { ResolvedKleffTenant } from './resolve.ts';

/** Only the tenant's own pods and the ingress gateway can reach the tenant's pods [sources: kleff-3]. */
export function meshObjects(tenant: ResolvedKleffTenant): readonly Emit[] {
  const { gateway, userId } = tenant;
  if (!gateway) return [];
  return [
    emit('gateway', Object.assign(meta(tenant, 'tenant-gateway'), gatewaySpec(gateway, userId))),
    // Only mutual TLS reveals namespaces and principals [sources: istio-1].
    emit('peer-authentication', { ...meta(tenant, 'default'), mode: 'STRICT' }),
    emit('authorization-policy', { ...meta(tenant, 'default-deny'), spec: {} }),
    allow(tenant, 'allow-same-namespace', { namespaces: [userId] }),
    allow(tenant, 'allow-ingress-gateway', { principals: [gateway.ingress.principal] }),
  ];
}

function allow(tenant: ResolvedKleffTenant, name: string, source: Tree): Emit {
  const spec = { action: 'ALLOW', rules: [{ from: [{ source }] }] };
  return emit('authorization-policy', { ...meta(tenant, name), spec });
}

/** The prefix restricts the hosts to routes of the tenant's own namespace. */
function gatewaySpec({ host, ingress, tlsSecret }: TenantGateway, userId: string) {
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
