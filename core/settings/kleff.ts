import type { Bodies } from '../../build/contracts.ts';
import type { Labels } from '../../templates/views.ts';

/** Settings that all Kleff Tenants share. Domain and registry default to those of Kleff itself [sources: kleff-5]. */
export interface KleffSettings {
  readonly domain: string;
  readonly gateway: IngressGateway;
  readonly sidecar: Sidecar;
  readonly egress: 'none' | 'internet';
  readonly allowedRepos: readonly string[];
  readonly enforcementAction: 'deny' | 'dryrun' | 'warn';
}

/** The pods through which traffic enters the service mesh. */
export interface IngressGateway {
  readonly namespace: string;
  readonly selector: Labels;
  /** SPIFFE identity without the scheme, as AuthorizationPolicies expect it. */
  readonly principal: string;
}

export interface Sidecar {
  readonly repo: string;
  /** CPU limit as a quantity. */
  readonly cpu: string | number;
  /** Memory limit as a quantity. */
  readonly memory: string | number;
}

type Spec = NonNullable<Bodies['platform']['spec']['kleff']>;

export function kleffSettings(spec: Spec): KleffSettings {
  const { repo = 'docker.io/istio/', cpu = '2', memory = '1Gi' } = spec.sidecar ?? {};
  return {
    domain: spec.domain ?? 'kleff.io',
    gateway: ingressGateway(spec.gateway ?? {}),
    sidecar: { repo, cpu, memory },
    egress: spec.egress ?? 'none',
    allowedRepos: ['kleff.azurecr.io/', ...(spec.allowedRepos ?? [])],
    enforcementAction: spec.enforcementAction ?? 'deny',
  };
}

/** Defaults to the ingress gateway of a standard Istio installation. */
function ingressGateway({ namespace = 'istio-system', ...spec }: NonNullable<Spec['gateway']>): IngressGateway {
  const account = 'istio-ingressgateway-service-account';
  return {
    namespace,
    selector: spec.selector ?? { istio: 'ingressgateway' },
    principal: spec.principal ?? `cluster.local/ns/${namespace}/sa/${account}`,
  };
}
