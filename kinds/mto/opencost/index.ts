import { defineKind } from '../../../core/kind/kind.ts';
import type { World } from '../../../core/kind/world.ts';
import { openCostName, openCostObjects, prometheusOfValues, warnOfIgnored } from '../components/opencost.ts';
import { prometheusName, prometheusPort } from '../components/prometheus.ts';
import { siteOf } from '../components/site.ts';

/** OpenCost [sources: mto-37]. */
export const mtoOpenCost = defineKind({
  id: 'mto-opencost',
  tenancy: 'shared',
  needs: ['mto-prometheus'],
  resolve: (resource, world, report) => {
    const values = resource.body.spec;
    warnOfIgnored(values, ['spec'], report);
    const site = siteOf(resource.namespace, world);
    const prometheus = prometheusOfValues(values) ?? prometheusIn(world);
    if (prometheus === undefined) {
      const message = 'OpenCost reads Prometheus, and neither the values nor another file names one';
      report('missing-field', ['spec', 'opencost', 'prometheus'], message, { fix: 'state prometheus.external.url' });
      return undefined;
    }
    return { site, openCost: { name: openCostName(resource.name), values, prometheus, pricing: undefined } };
  },
  render: ({ openCost, site }) => openCostObjects(site, openCost),
});

function prometheusIn(world: World): string | undefined {
  const [one] = world.all('mto-prometheus');
  return one && `http://${prometheusName(one.name)}.${one.namespace}:${prometheusPort}`;
}
