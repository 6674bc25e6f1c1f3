import { tenantLabel } from '../../../core/kind/tenant.ts';
import type { World } from '../../../core/kind/world.ts';
import type { ComponentSettings } from '../../../core/settings/components.ts';
import { defaultStateJob } from '../../../cost/promql.ts';
import { compare } from '../../../data/order.ts';
import type { Tree } from '../../../data/tree.ts';
import type { Labels, MetaView } from '../../../templates/views.ts';
import { integrationOf } from '../integration/integration.ts';

/** Where components run, and the settings of the Platform for them. */
export interface Site {
  readonly namespace: string;
  readonly flavor: 'kubernetes' | 'openshift';
  readonly settings: ComponentSettings;
  /** The label of namespaces that identifies the tenant. */
  readonly tenantLabel: string;
  /** The job of kube-state-metrics in Prometheus. */
  readonly stateJob: string;
  /** The name of the cluster in the database. */
  readonly cluster: string;
  /** The namespace of pods that scrape metrics, in addition to Prometheus itself. */
  readonly monitoringNamespace: string | undefined;
  /** The ingress controllers, as peers of a NetworkPolicy. Undefined if they can be anywhere. */
  readonly ingressControllers: readonly Tree[] | undefined;
  /** Regular expressions of namespaces that need no tenant: those of the platform, and those that it exempts. */
  readonly withoutTenant: readonly string[];
  /** Other namespaces with programs that connect to these components. */
  readonly otherNamespaces: Readonly<Partial<Record<Program, readonly string[]>>>;
}

/** A program that connects to components, as the label app.kubernetes.io/name of its pods. */
export type Program = 'backup' | 'dex' | 'keycloak' | 'leasehold-gateway' | 'opencost' | 'prometheus' | 'showback';

export function siteOf(namespace: string, world: World): Site {
  const { settings } = world;
  const { components, flavor, monitoringNamespace, showback } = settings;
  const { cluster } = showback;
  const label = showback.tenantLabel ?? tenantLabel;
  const others = (kind: 'finops-cost-job' | 'mto-opencost' | 'mto-prometheus') =>
    [...new Set(world.all(kind).map((one) => one.namespace))].filter((one) => one !== namespace).sort();
  return {
    namespace,
    flavor,
    settings: components,
    tenantLabel: label,
    stateJob: showback.kubeStateMetricsJob ?? defaultStateJob,
    cluster,
    monitoringNamespace,
    ingressControllers: ingressControllers(settings),
    withoutTenant: [
      `^(${[...new Set([namespace, ...settings.reservedNames])].toSorted(compare).join('|')})$`,
      ...world.derived(integrationOf).privilegedNamespaces,
    ],
    otherNamespaces: {
      opencost: others('mto-opencost'),
      prometheus: others('mto-prometheus'),
      showback: others('finops-cost-job'),
    },
  };
}

/**
 * By default on OpenShift, a namespace label selects ingress controllers, including those on the host network
 * [sources: openshift-3].
 */
function ingressControllers({ components, flavor, kleff }: World['settings']): readonly Tree[] | undefined {
  const ofKleff = (kleff.ingressControllers ?? []).map(({ namespace }) => namespace);
  const namespaces = components.ingressNamespaces.length > 0 ? components.ingressNamespaces : ofKleff;
  const values = [...new Set(namespaces)].toSorted(compare);
  const key = 'kubernetes.io/metadata.name';
  if (values.length > 0)
    return [{ namespaceSelector: { matchExpressions: [{ key, operator: 'In', values }] }, podSelector: {} }];
  const matchLabels = { 'policy-group.network.openshift.io/ingress': '' };
  return flavor === 'openshift' ? [{ namespaceSelector: { matchLabels }, podSelector: {} }] : undefined;
}

/** The names of a component. */
export interface Identity {
  /** The name of its objects. */
  readonly name: string;
  /** The program that it runs, as its label app.kubernetes.io/name. */
  readonly app: string;
}

/** The labels that select the pods of a component. Immutable in workloads. */
export function selectorOf({ name, app }: Identity): Labels {
  return { 'app.kubernetes.io/instance': name, 'app.kubernetes.io/name': app };
}

export function metaOf(identity: Identity, namespace: string, name = identity.name): MetaView {
  return { name, namespace, labels: { ...selectorOf(identity), ...partOf }, annotations: {} };
}

export const partOf: Labels = { 'app.kubernetes.io/part-of': 'mto-platform' };

/** The release of the components of an IntegrationConfig. */
export const platformRelease = 'tenant-operator';

/** The name of the objects of a release of a chart. */
export function fullName(release: string, chart: string): string {
  return release.includes(chart) ? release : `${release}-${chart}`;
}

/**
 * The sync waves of components, in the order of their dependencies. They come after the waves of all other objects, so that a
 * component that does not start cannot prevent Argo CD from applying the limits of tenants.
 */
export const componentWaves = { secrets: 3, sources: 4, consumers: 5, jobs: 6 } as const;
