import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedKleffTenant } from './resolve.ts';

/** The conditions that Kleff documents but its operator never writes, and the Secret of the gateway [sources: kleff-6]. */
export function status({ gateway }: ResolvedKleffTenant): Status {
  const condition = (type: string) => ({ type, status: 'True' as const, reason: 'Rendered' });
  const conditions = [condition('NamespaceReady'), condition('TenantReady')];
  return gateway
    ? { conditions, requiredSecrets: [`${gateway.ingress.namespace}/${gateway.tlsSecret}`] }
    : { conditions };
}
