import { defineKind } from '../../../core/kind/kind.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import {
  checkPods,
  type OpenCostValues,
  openCostName,
  openCostObjects,
  prometheusOfValues,
} from '../components/opencost.ts';
import { prometheusName, prometheusPort } from '../components/prometheus.ts';
import { siteOf } from '../components/site.ts';

/** OpenCost [sources: mto-37]. */
export const mtoOpenCost = defineKind({
  id: 'mto-opencost',
  tenancy: 'shared',
  needs: ['finops-cost-job', 'mto-prometheus'],
  resolve: (resource, world, report) => {
    const values = resource.body.spec;
    checkPods(values, ['spec'], report);
    const site = siteOf(resource.namespace, world);
    const own = prometheusIn(world);
    const prometheus = prometheusOfValues(values) ?? own ?? defaultPrometheus(values, report);
    const name = openCostName(resource.name);
    return { site, openCost: { name, values, prometheus, isOwnPrometheus: prometheus === own, pricing: undefined } };
  },
  render: ({ openCost, site }) => openCostObjects(site, openCost),
});

/** Returns the URL of the Prometheus that the chart reads by default, with a warning. */
function defaultPrometheus({ opencost }: OpenCostValues, report: Report): string {
  const url = 'http://prometheus-server.prometheus-system:80';
  const message = `neither the values nor a Prometheus resource specifies a server, so OpenCost reads ${url}`;
  const isOff = opencost?.prometheus?.external?.enabled === false;
  const fix = `set opencost.prometheus.external.url${isOff ? ', and enabled: true next to it' : ''}`;
  report('risky-value', ['spec', 'opencost', 'prometheus'], message, { fix });
  return url;
}

function prometheusIn(world: World): string | undefined {
  const [one] = world.all('mto-prometheus');
  return one && `http://${prometheusName(one.name)}.${one.namespace}:${prometheusPort}`;
}
