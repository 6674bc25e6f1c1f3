import { defineKind } from '../../../core/kind/kind.ts';
import { kubeStateMetricsName, kubeStateMetricsObjects, warnAboutSecrets } from '../components/kube-state-metrics.ts';
import { siteOf } from '../components/site.ts';

/** kube-state-metrics [sources: mto-37]. */
export const mtoKubeStateMetrics = defineKind({
  id: 'mto-kube-state-metrics',
  tenancy: 'shared',
  needs: ['mto-prometheus'],
  resolve: (resource, world, report) => {
    const values = resource.body.spec;
    warnAboutSecrets(values, ['spec'], report);
    return {
      site: siteOf(resource.namespace, world),
      component: { name: kubeStateMetricsName(resource.name), values },
    };
  },
  render: ({ component, site }) => kubeStateMetricsObjects(site, component),
});
