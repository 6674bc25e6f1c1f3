import type { Bodies } from '../../build/contracts.ts';
import type { TrustedCertificates } from '../../kubernetes/trusted-certificates.ts';
import { leaseholdImage } from './showback.ts';

type Spec = Bodies['platform']['spec'];
type Components = NonNullable<Spec['components']>;

/** How to render the components of the platform that an IntegrationConfig enables. */
export interface ComponentSettings {
  readonly images: ComponentImages;
  readonly secrets: SecretsFrom;
  /** The authorities that programs trust in addition to those of their images. */
  readonly trustedCertificates: TrustedCertificates | undefined;
  readonly backup: Components['backup'];
  /** The Gateway for HTTPRoutes. If undefined, Ingresses are rendered instead. */
  readonly gateway: Components['gateway'];
  /** The namespaces of the ingress controllers. Empty if the Platform does not list them. */
  readonly ingressNamespaces: readonly string[];
  /** What the program `leasehold gateway` needs. Undefined if it does not run. */
  readonly console: ConsoleSettings | undefined;
  /** Whether the Prometheus Operator scrapes and evaluates what leasehold renders for it. */
  readonly prometheusOperator: boolean;
  /** The labels by which a Prometheus of the Prometheus Operator selects ServiceMonitors and PrometheusRules. */
  readonly monitorLabels: Readonly<Record<string, string>>;
  /** The URLs of the Alertmanagers to which Prometheus sends alerts. */
  readonly alertmanagers: readonly string[];
}

export type ConsoleSettings = NonNullable<Spec['console']>;

export interface ComponentImages {
  readonly curl: string;
  readonly dex: string;
  readonly keycloak: string;
  readonly kubeStateMetrics: string;
  readonly leasehold: string;
  readonly mc: string | undefined;
  readonly opencost: string;
  readonly postgres: string;
  readonly prometheus: string;
}

/** A Job generates missing passwords in the cluster, a store has them, or users create the Secrets. */
export type SecretsFrom =
  | { readonly from: 'job' | 'named' }
  | { readonly from: 'store'; readonly name: string; readonly kind: string };

export function componentSettings(spec: Spec): ComponentSettings {
  const { cluster = {}, components = {}, images = {} } = spec;
  const { trustedCertificates: trusted } = components;
  return {
    images: {
      curl: images.curl ?? 'curlimages/curl:8.10.1',
      dex: images.dex ?? 'ghcr.io/dexidp/dex:v2.45.1',
      keycloak: images.keycloak ?? 'quay.io/keycloak/keycloak:26.7.3',
      kubeStateMetrics: images.kubeStateMetrics ?? 'registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.18.0',
      leasehold: leaseholdImage(images),
      mc: images.mc,
      opencost: images.opencost ?? 'ghcr.io/opencost/opencost:1.117.3',
      postgres: images.postgres ?? 'postgres:17.6',
      prometheus: images.prometheus ?? 'quay.io/prometheus/prometheus:v2.55.1',
    },
    secrets: secretsFrom(components),
    trustedCertificates: trusted && { configMap: trusted.configMap, key: trusted.key ?? 'ca.crt' },
    backup: components.backup,
    gateway: components.gateway,
    ingressNamespaces: components.ingressNamespaces ?? [],
    console: spec.console,
    prometheusOperator: cluster.prometheusOperator ?? false,
    monitorLabels: cluster.monitorLabels ?? {},
    alertmanagers: components.alertmanagers ?? [],
  };
}

/** A missing name of the store is reported elsewhere. */
function secretsFrom({ secrets = {} }: Components): SecretsFrom {
  const { from = 'job', store } = secrets;
  if (from !== 'store') return { from };
  return { from, name: store?.name ?? '', kind: store?.kind ?? 'ClusterSecretStore' };
}
