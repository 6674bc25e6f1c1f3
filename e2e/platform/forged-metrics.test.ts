import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { defaultStateJob, stateOf } from '../../cost/promql.ts';
import { textAt, valueAt } from '../../data/tree.ts';
import { queriesFor } from '../../showback/queries.ts';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { names, startPrometheusPod } from './programs.ts';
import { renderPlatform } from './rendered-pod.ts';

const label = 'label_leasehold_dev_tenant';
const honest = [`kube_namespace_labels{namespace="pay-dev",${label}="pay"} 1`];

const job = `job="${defaultStateJob}",instance="state"`;
/** What a tenant's program exposes: a metric of its own, and forged metrics of the platform. */
const forged = [
  'shop_orders_total 1',
  `kube_namespace_labels{${job},namespace="pay-dev",${label}="evil"} 1`,
  `kube_node_status_capacity{${job},node="none",resource="cpu"} 1000`,
  'container_cpu_usage_seconds_total{job="kubelet-cadvisor",namespace="pay-dev",pod="api",container="main"} 1000',
  'container_network_transmit_bytes_total{namespace="pay-dev",pod="api"} 1000',
  'leasehold:namespace_tenant{namespace="pay-dev",tenant="evil"} 1',
  'argocd_app_sync_total{name="pay",dest_namespace="pay-dev",phase="Failed"} 1',
  'node_cpu_hourly_cost{node="n"} 1000',
];

async function exposed(lines: readonly string[]): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    response.end(lines.map((line) => `${line}\n`).join(''));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const here = {
  [`${names.kubeStateMetrics}:8080`]: await exposed(honest),
  'shop.evil-dev.svc:8080': await exposed(forged),
};
const { url } = await startPrometheusPod(undefined, renderPlatform('forged-metrics.yaml'), here);

/**
 * The labels of the result, evaluated one minute from now, because the queries of showback read series at the start of each
 * minute.
 */
async function labelsOf(query: string): Promise<readonly unknown[]> {
  const parameters = new URLSearchParams({ query, time: String(Date.now() / 1000 + 60) });
  const response = await fetch(`${url}/api/v1/query?${parameters}`);
  const result = valueAt(await response.json(), 'data', 'result') as readonly unknown[];
  return result.map((one) => valueAt(one, 'metric'));
}

suite("the rendered Prometheus, with a tenant's program as an additional target,", (test) => {
  test('stores the metrics of the program, but no metric of the platform', async () => {
    await eventually('both targets are scraped', async () => {
      const found = await labelsOf('shop_orders_total or kube_namespace_labels').catch(() => []);
      return found.length === 2 ? true : undefined;
    });
    const names = (await labelsOf('{job="shops"}')).map((one) => textAt(one, '__name__'));
    const own = names.filter((name) => !/^(?:scrape_|up$)/.test(name));
    assert.equal(own, ['shop_orders_total']);
  });

  test('records the tenant that kube-state-metrics reports', async () => {
    const recorded = await eventually('the tenant is recorded', async () => {
      const found = await labelsOf('leasehold:namespace_tenant');
      return found.length > 0 ? found : undefined;
    });
    assert.equal(recorded, [{ __name__: 'leasehold:namespace_tenant', namespace: 'pay-dev', tenant: 'pay' }]);
  });

  test('answers showback with the tenant that kube-state-metrics reports, and no usage', async () => {
    const queries = queriesFor('allocation', 'leasehold.dev/tenant', stateOf(defaultStateJob));
    assert.equal(await labelsOf(queries.tenants), [{ namespace: 'pay-dev', [label]: 'pay' }]);
    for (const query of ['cpu', 'sent', 'capacity'] as const) assert.equal(await labelsOf(queries[query]), [], query);
  });
});
