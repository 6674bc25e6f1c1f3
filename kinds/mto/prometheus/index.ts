import { defineKind } from '../../../core/kind/kind.ts';
import type { World } from '../../../core/kind/world.ts';
import { kubeStateMetricsName, kubeStateMetricsPort } from '../components/kube-state-metrics.ts';
import { openCostName, openCostPort } from '../components/opencost.ts';
import { checkScrapeConfigs, checkSubcharts, prometheusName, prometheusObjects } from '../components/prometheus.ts';
import type { ScrapeTargets } from '../components/scrape.ts';
import { siteOf } from '../components/site.ts';

/** A Prometheus server [sources: mto-37]. */
export const mtoPrometheus = defineKind({
  id: 'mto-prometheus',
  tenancy: 'shared',
  needs: ['finops-cost-job', 'mto-integration-config', 'mto-kube-state-metrics', 'mto-opencost'],
  resolve: (resource, world, report) => {
    const values = resource.body.spec;
    const site = siteOf(resource.namespace, world);
    checkScrapeConfigs(values, site, ['spec'], report);
    checkSubcharts(values, ['spec'], report);
    const prometheus = { name: prometheusName(resource.name), values, targets: targetsIn(world) };
    return { site, prometheus };
  },
  render: ({ prometheus, site }) => prometheusObjects(site, prometheus),
});

function targetsIn(world: World): ScrapeTargets {
  const [state] = world.all('mto-kube-state-metrics');
  const [costs] = world.all('mto-opencost');
  return {
    kubeStateMetrics: state && `${kubeStateMetricsName(state.name)}.${state.namespace}:${kubeStateMetricsPort}`,
    openCost: costs && `${openCostName(costs.name)}.${costs.namespace}:${openCostPort}`,
    argocd: undefined,
    gateway: undefined,
  };
}
