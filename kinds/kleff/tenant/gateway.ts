import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { IngressGateway } from '../../../core/settings/kleff.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { isDnsLabel } from '../../../kubernetes/names.ts';

/** The tenant's entry point for traffic from outside the mesh. */
export interface TenantGateway {
  readonly host: string;
  readonly tlsSecret: string;
  readonly ingress: IngressGateway;
  /** Namespaces of other ingress controllers, which must be in the mesh. */
  readonly controllers: readonly string[];
}

/** The tenant's Istio Gateway. Undefined without Istio or in a plain namespace. Upstream only plans it [sources: kleff-3]. */
export function gatewayOf(
  { body }: Resource<'kleff-tenant'>,
  settings: Settings,
  report: Report,
): TenantGateway | undefined {
  const host = gatewayHost(body.spec.username, settings);
  if (host === undefined) return undefined;
  const { gateway, ingressControllers = [] } = settings.kleff;
  const tlsSecret = `tenant-${body.spec.userId}-tls`;
  checkUsername(body.spec.username, host, report);
  const message = `the gateway reads its certificate for ${host} from Secret ${gateway.namespace}/${tlsSecret}`;
  report('needs-secret', ['spec', 'userId'], message, {
    fix: `create it in namespace ${gateway.namespace}: the gateway cannot read Secrets in the tenant's namespace`,
  });
  const controllers = [...new Set(ingressControllers.map(({ namespace }) => namespace))].sort();
  return { host, tlsSecret, ingress: gateway, controllers };
}

/** The host of the tenant's gateway, if the tenant has one. It must be unique, because two gateways with the same host conflict. */
export function gatewayHost(username: string, { mesh, kleff }: Settings): string | undefined {
  return mesh === 'istio' && kleff.namespace === 'isolated' ? `${username}.${kleff.domain}` : undefined;
}

function checkUsername(username: string, host: string, report: Report): void {
  if (isDnsLabel(username)) return;
  const message = `username "${username}" is part of the host name ${host}, so it must be a DNS label: lowercase letters, digits and -`;
  const label = username.toLowerCase().replaceAll(/[._]/g, '-');
  report('bad-format', ['spec', 'username'], message, { fix: `for example ${label}` });
}
