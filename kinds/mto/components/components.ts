import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { usesPriceBook } from '../../finops/price-book/resolve.ts';
import { isActive } from '../../finops/terms/active-book.ts';
import { type Dex, dexOf } from './dex.ts';
import { checkFinopsValues } from './finops-values.ts';
import { type Gateway, gatewayOf, gatewayPort } from './gateway.ts';
import { gatewayPods, rendersGateway } from './gateway-access.ts';
import { warnAboutIngress } from './ingress-fields.ts';
import { type Keycloak, keycloakOf } from './keycloak.ts';
import {
  type KubeStateMetrics,
  kubeStateMetricsName,
  kubeStateMetricsPort,
  warnAboutSecrets,
} from './kube-state-metrics.ts';
import { type Components, checkModes, externalsOf, type Mode, modeOf, modesOf, warnAboutUnrendered } from './modes.ts';
import { checkPods, type OpenCost, openCostName, openCostPort, prometheusOfValues } from './opencost.ts';
import { checkExporter, type Postgres, postgresOf, warnAboutBackup } from './postgres.ts';
import { type Prometheus, prometheusName, prometheusPort } from './prometheus.ts';
import type { OperatorRules } from './prometheus-rule.ts';
import { checkScrapeConfigs } from './scrape-jobs.ts';
import { type Showback, showbackOf } from './showback.ts';
import { platformRelease as release, type Site, siteOf } from './site.ts';
import { checkStateChart, checkSubcharts } from './subcharts.ts';

/** The parts of the platform that leasehold renders. A part that it does not render is undefined. */
export interface PlatformParts {
  readonly site: Site;
  readonly postgres: Postgres | undefined;
  readonly kubeStateMetrics: KubeStateMetrics | undefined;
  /** Rules for a Prometheus that the Prometheus Operator runs. */
  readonly operatorRules: OperatorRules | undefined;
  readonly prometheus: Prometheus | undefined;
  readonly openCost: OpenCost | undefined;
  readonly showback: Showback | undefined;
  readonly keycloak: Keycloak | undefined;
  readonly dex: Dex | undefined;
  readonly gateway: Gateway | undefined;
  /** The Secret of the database that the gateway and showback use, if leasehold does not render its server. */
  readonly database: string | undefined;
}

/** Information from other fields of an IntegrationConfig. */
interface Context {
  readonly namespace: string;
  /** The namespace of Argo CD. */
  readonly argocd: string | undefined;
  /** Whether the IntegrationConfig sets prices of OpenCost. */
  readonly isPriced: boolean;
}

export function platformParts(components: Components, context: Context, world: World, report: Report): PlatformParts {
  const { namespace } = context;
  const site = siteOf(namespace, world);
  const hasGateway = rendersGateway(components, site);
  warnAboutUnrendered(components, hasGateway, report);
  warnAboutIngress(components, { hasGateway, usesRoutes: site.settings.gateway !== undefined }, report);
  checkModes(components, report);
  const finops = { path: ['spec', 'components', 'finopsOperator', 'values'], namespace };
  checkFinopsValues(components.finopsOperator?.values, finops, world, report);
  const modes = modesOf(components);
  const externals = externalsOf(components, namespace, report);
  const postgres = managedPostgres(components, site, report);
  const services = servicesOf(modes);
  const prometheusUrl = externals.prometheus ?? services.prometheus;
  const openCostUrl = externals.openCost ?? services.openCost;
  const endpoints = {
    postgres,
    database: externals.database,
    openCost: openCostUrl,
    prometheus: prometheusUrl,
    port: portOfSource(modes),
  };
  const keycloak = keycloakOf(components, postgres, report);
  const dex = dexOf(components, { postgres, world }, report);
  const metrics = { ...context, external: externals.kubeStateMetrics, hasGateway, site };
  const gatewayContext = { argocd: context.argocd, dex, external: externals.database, keycloak, postgres, site, world };
  return {
    site,
    postgres,
    kubeStateMetrics: kubeStateMetricsOf(components, report),
    operatorRules: operatorRulesOf(components, metrics),
    prometheus: prometheusOf(components, metrics, report),
    openCost: openCostOf(components, { prometheus: prometheusUrl, pricing: pricingOf(context, world) }, report),
    keycloak,
    dex,
    gateway: gatewayOf(components, gatewayContext, report),
    database: externals.database,
    showback: modeOf(components.showback) === 'Managed' ? showbackOf(namespace, endpoints, world, report) : undefined,
  };
}

function managedPostgres(components: Components, site: Site, report: Report): Postgres | undefined {
  if (modesOf(components).postgres !== 'Managed') return undefined;
  const { values = {} } = components.postgres ?? {};
  const path = ['spec', 'components'];
  checkExporter(values, [...path, 'postgres', 'values'], report);
  warnAboutBackup(site, [...path, components.postgres ? 'postgres' : 'showback'], report);
  return postgresOf(release, values);
}

/** The port of the OpenCost or Prometheus that showback reads, if leasehold renders it. */
function portOfSource({ opencost, prometheus }: ReturnType<typeof modesOf>): number | undefined {
  if (opencost !== 'Disabled') return opencost === 'Managed' ? openCostPort : undefined;
  return prometheus === 'Managed' ? prometheusPort : undefined;
}

/** The addresses of the Prometheus and the OpenCost that leasehold renders, for pods of the namespace. */
function servicesOf(modes: ReturnType<typeof modesOf>) {
  const url = (name: string, port: number) => `http://${name}:${port}`;
  return {
    prometheus: modes.prometheus === 'Managed' ? url(prometheusName(release), prometheusPort) : undefined,
    openCost: modes.opencost === 'Managed' ? url(openCostName(release), openCostPort) : undefined,
  };
}

function kubeStateMetricsOf(components: Components, report: Report): KubeStateMetrics | undefined {
  if (modesOf(components).kubeStateMetrics !== 'Managed') return undefined;
  const { values = {} } = components.kubeStateMetrics ?? {};
  warnAboutSecrets(values, ['spec', 'components', 'kubeStateMetrics', 'values'], report);
  return { name: kubeStateMetricsName(release), values };
}

/** A Managed Prometheus evaluates the rules itself. Without any part that measures usage, rules would have no data. */
function operatorRulesOf(
  components: Components,
  { argocd, site }: Context & { readonly site: Site },
): OperatorRules | undefined {
  const { kubeStateMetrics, prometheus } = modesOf(components);
  const isMeasured = [kubeStateMetrics, prometheus].some((mode) => mode !== 'Disabled');
  return site.settings.prometheusOperator && isMeasured && prometheus !== 'Managed' ? { argocd } : undefined;
}

interface PrometheusContext {
  readonly site: Site;
  readonly hasGateway: boolean;
  /** The URL of a kube-state-metrics that leasehold does not render. */
  readonly external: string | undefined;
}

function prometheusOf(
  components: Components,
  { argocd, external, hasGateway, site }: Context & PrometheusContext,
  report: Report,
): Prometheus | undefined {
  const modes = modesOf(components);
  if (modes.prometheus !== 'Managed') return undefined;
  const values = components.prometheus?.values ?? {};
  const path = ['spec', 'components', 'prometheus', 'values'];
  checkScrapeConfigs(values, site, path, report);
  checkSubcharts(values, path, report);
  checkStateChart(values, modes.kubeStateMetrics, path, report);
  const retention = components.showbackOpts?.retentionPeriod ?? '7d';
  const server = { retention, retentionSize: '5GB', ...values.server };
  const at = (mode: Mode, name: string, port: number) => (mode === 'Managed' ? `${name}:${port}` : undefined);
  const targets = {
    kubeStateMetrics:
      external?.replace('http://', '') ??
      at(modes.kubeStateMetrics, kubeStateMetricsName(release), kubeStateMetricsPort),
    openCost: at(modes.opencost, openCostName(release), openCostPort),
    argocd: argocd === undefined ? undefined : `argocd-metrics.${argocd}:8082`,
    gateway: hasGateway ? `${gatewayPods}:${gatewayPort}` : undefined,
  };
  return {
    name: prometheusName(release),
    values: { ...values, server },
    targets,
    isStateExternal: external !== undefined,
  };
}

function openCostOf(
  components: Components,
  { prometheus, pricing }: { readonly prometheus: string | undefined; readonly pricing: string | undefined },
  report: Report,
): OpenCost | undefined {
  if (modesOf(components).opencost !== 'Managed') return undefined;
  const values = components.opencost?.values ?? {};
  const path = ['spec', 'components', 'opencost'];
  checkPods(values, [...path, 'values'], report);
  const url = prometheusOfValues(values) ?? prometheus;
  const { prometheus: mode } = modesOf(components);
  if (url === undefined && mode === 'Disabled')
    report('conflicting-fields', path, 'OpenCost reads Prometheus, which is Disabled', {
      fix: 'set prometheus.mode to Managed, or to External with external.serverURL',
    });
  const isOwnPrometheus = mode === 'Managed' && url === prometheus;
  return url === undefined
    ? undefined
    : { name: openCostName(release), values, prometheus: url, isOwnPrometheus, pricing };
}

/** The name of the ConfigMap with the prices from the files. Undefined if OpenCost does not use them. */
function pricingOf({ namespace, isPriced }: Context, world: World): string | undefined {
  if (isPriced) return 'opencost-custom-pricing';
  const active = world.all('finops-price-book').find((book) => isActive(book, world));
  const priced = active?.namespace === namespace && usesPriceBook(world);
  return priced ? 'finops-operator-custom-pricing-configs' : undefined;
}
