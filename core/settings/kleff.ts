import type { Bodies } from '../../build/contracts.ts';
import type { Labels } from '../../templates/views.ts';

/**
 * Settings that all Kleff Tenants share. The domain defaults to that of Kleff itself, whose registry is always allowed
 * [sources: kleff-5].
 */
export interface KleffSettings {
  /** `plain` renders only the namespace that Kleff's operator creates: no quota, limits or policies [sources: kleff-1]. */
  readonly namespace: 'isolated' | 'plain';
  readonly domain: string;
  readonly gateway: IngressGateway;
  /** The pods that forward requests from outside the cluster. Undefined if the Platform does not set them. */
  readonly ingressControllers: readonly PodSelection[] | undefined;
  readonly sidecar: Sidecar;
  readonly egress: 'none' | 'internet';
  readonly allowedRepos: readonly string[];
  readonly enforcementAction: 'deny' | 'dryrun' | 'warn';
}

/** Pods of a namespace: all, or those with the labels. */
export interface PodSelection {
  readonly namespace: string;
  readonly selector?: Labels;
}

/** The pods through which traffic enters the service mesh. */
export interface IngressGateway {
  readonly namespace: string;
  readonly selector: Labels;
  /** SPIFFE identity without the scheme, as AuthorizationPolicies expect it. */
  readonly principal: string;
}

/** The container that Istio injects into each pod. */
export interface Sidecar {
  readonly repo: string;
  /** Quantities. */
  readonly requests: { readonly cpu: string | number; readonly memory: string | number };
  readonly limits: { readonly cpu: string | number; readonly memory: string | number };
  /** Whether Istio's CNI plugin replaces the init container with NET_ADMIN. Undefined if the Platform does not set it. */
  readonly cni: boolean | undefined;
}

type Spec = NonNullable<Bodies['platform']['spec']['kleff']>;

export function kleffSettings(spec: Spec): KleffSettings {
  return {
    namespace: spec.namespace ?? 'isolated',
    domain: spec.domain ?? 'kleff.io',
    gateway: ingressGateway(spec.gateway ?? {}),
    ingressControllers: spec.ingressControllers as readonly PodSelection[] | undefined,
    sidecar: sidecarOf(spec.sidecar ?? {}),
    egress: spec.egress ?? 'none',
    allowedRepos: ['kleff.azurecr.io/', ...(spec.allowedRepos ?? [])],
    enforcementAction: spec.enforcementAction ?? 'deny',
  };
}

/** Defaults to the values of Istio's own charts. */
function sidecarOf(spec: NonNullable<Spec['sidecar']>): Sidecar {
  const { repo = 'docker.io/istio/', cpu = '2', memory = '1Gi', cpuRequest = '100m', memoryRequest = '128Mi' } = spec;
  return { repo, requests: { cpu: cpuRequest, memory: memoryRequest }, limits: { cpu, memory }, cni: spec.cni };
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

/** One of these settings is required by `cluster.mesh: istio` if namespaces are isolated. */
export const requiredByIstio = 'and either kleff.sidecar.cni: true or cluster.podSecurity: privileged';

/** The controllers that Kleff and most clusters use, with the labels of their public charts. */
export const defaultIngressControllers: readonly PodSelection[] = [
  {
    namespace: 'envoy-gateway-system',
    selector: { 'app.kubernetes.io/component': 'proxy', 'app.kubernetes.io/managed-by': 'envoy-gateway' },
  },
  {
    namespace: 'ingress-nginx',
    selector: { 'app.kubernetes.io/component': 'controller', 'app.kubernetes.io/name': 'ingress-nginx' },
  },
];
