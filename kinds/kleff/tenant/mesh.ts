import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import type { TenantGateway } from './gateway.ts';
import { isolationMeta, meta } from './meta.ts';
import type { ResolvedKleffTenant } from './resolve.ts';

/**
 * The tenant's Gateway, and policies that allow only its own pods, the ingress gateway and the ingress controllers to connect to
 * its pods [sources: kleff-3].
 */
export function meshObjects(tenant: ResolvedKleffTenant): readonly Emit[] {
  const { gateway, userId } = tenant;
  if (!gateway) return [];
  return [
    emit('gateway', Object.assign(meta(tenant, 'tenant-gateway'), gatewaySpec(gateway, userId))),
    // Only mutual TLS reveals namespaces and principals [sources: istio-1].
    emit('peer-authentication', { ...isolationMeta(tenant, 'default'), mode: 'STRICT' }),
    emit('authorization-policy', { ...isolationMeta(tenant, 'default-deny'), spec: {} }),
    allow(tenant, 'allow-same-namespace', [{ namespaces: [userId] }]),
    allow(tenant, 'allow-ingress-gateway', entryPoints(gateway)),
  ];
}

function entryPoints({ controllers, ingress }: TenantGateway): readonly Tree[] {
  const principals = { principals: [ingress.principal] };
  return controllers.length === 0 ? [principals] : [principals, { namespaces: controllers }];
}

function allow(tenant: ResolvedKleffTenant, name: string, sources: readonly Tree[]): Emit {
  const spec = { action: 'ALLOW', rules: [{ from: sources.map((source) => ({ source })) }] };
  return emit('authorization-policy', { ...isolationMeta(tenant, name), spec });
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
