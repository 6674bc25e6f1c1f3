import { defineKind } from '../../../core/kind/kind.ts';
import type { World } from '../../../core/kind/world.ts';
import { kubeStateMetricsName, kubeStateMetricsPort } from '../components/kube-state-metrics.ts';
import { modesOf } from '../components/modes.ts';
import { openCostName, openCostPort } from '../components/opencost.ts';
import { prometheusName, prometheusObjects } from '../components/prometheus.ts';
import type { ScrapeTargets } from '../components/scrape.ts';
import { checkScrapeConfigs } from '../components/scrape-jobs.ts';
import { platformRelease, siteOf } from '../components/site.ts';
import { checkStateChart, checkSubcharts } from '../components/subcharts.ts';

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
    const targets = targetsIn(world);
    checkStateChart(values, targets.kubeStateMetrics === undefined ? 'Disabled' : 'Managed', ['spec'], report);
    const prometheus = { name: prometheusName(resource.name), values, targets };
    return { site, prometheus };
  },
  render: ({ prometheus, site }) => prometheusObjects(site, prometheus),
});

/** The exporters that resources define, or those of the IntegrationConfig. */
function targetsIn(world: World): ScrapeTargets {
  const [state] = [...world.all('mto-kube-state-metrics'), ...ofPlatform(world, 'kubeStateMetrics')];
  const [costs] = [...world.all('mto-opencost'), ...ofPlatform(world, 'opencost')];
  return {
    kubeStateMetrics: state && `${kubeStateMetricsName(state.name)}.${state.namespace}:${kubeStateMetricsPort}`,
    openCost: costs && `${openCostName(costs.name)}.${costs.namespace}:${openCostPort}`,
    argocd: undefined,
    gateway: undefined,
  };
}

function ofPlatform(world: World, part: 'kubeStateMetrics' | 'opencost') {
  const configs = world.all('mto-integration-config');
  const rendering = configs.filter(({ body }) => modesOf(body.spec?.components ?? {})[part] === 'Managed');
  return rendering.map(({ namespace }) => ({ name: platformRelease, namespace }));
}
