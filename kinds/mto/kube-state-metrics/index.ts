import { defineKind } from '../../../core/kind/kind.ts';
import { kubeStateMetricsName, kubeStateMetricsObjects } from '../components/kube-state-metrics.ts';
import { siteOf } from '../components/site.ts';

/** kube-state-metrics [sources: mto-37]. */
export const mtoKubeStateMetrics = defineKind({
  id: 'mto-kube-state-metrics',
  tenancy: 'shared',
  resolve: (resource, world) => ({
    site: siteOf(resource.namespace, world),
    component: { name: kubeStateMetricsName(resource.name), values: resource.body.spec },
  }),
  render: ({ component, site }) => kubeStateMetricsObjects(site, component),
});
