import * as assert from 'uvu/assert';
import type { KubeObject } from '../../e2e/manifests.ts';
import { suite } from '../harness.ts';
import { pairsOfModes, renderedObjects, renderedPlatform } from './platform-modes.ts';
import { allows, connects, isBehind, type Pod, podsOf, reachedPorts, servicesOf } from './rendered-network.ts';

/** Users reach these through an Ingress. */
const published = ['tenant-operator-gateway', 'tenant-operator-keycloak'];
/** A Secret can name either of them in CostJobs of users. */
const measuring = ['tenant-operator-opencost', 'tenant-operator-prometheus-server'];
const names = [53, 5353];
const apiServer = [443, 6443, 8443, 16_443];
/** Pages of the forge and the issuer, and their ingress controllers. */
const pages = [443, 3000, 8443, 10_443];

function neededPorts(pod: Pod, objects: readonly KubeObject[]): ReadonlySet<number> {
  const services = servicesOf(objects).filter((service) => connects(pod, service));
  const nodes = pod.texts.some((text) => text.includes('role: node')) ? [10_250] : [];
  const outside = pod.texts.flatMap((text) => (text.includes('argocd-metrics.argocd:8082') ? [8082] : []));
  const web = pod.name === 'tenant-operator-gateway' ? pages : [];
  return new Set([
    ...services.map(({ port }) => port),
    ...nodes,
    ...outside,
    ...web,
    ...(pod.hasToken ? apiServer : []),
  ]);
}

suite('the network policies of a platform', (test) => {
  const platforms = pairsOfModes().map((modes) => ({ modes, objects: renderedPlatform(modes) }));

  test('allow exactly the pods whose configuration names the Service', () => {
    let connections = 0;
    for (const { modes, objects } of platforms)
      for (const service of servicesOf(objects))
        for (const pod of podsOf(objects).filter((one) => !isBehind(one, service))) {
          const isConnected = connects(pod, service);
          const isOpen = published.includes(service.name);
          const isJob = pod.labels['app.kubernetes.io/name'] === 'showback' && measuring.includes(service.name);
          if (isConnected) connections++;
          assert.is(
            allows(service, pod, objects),
            isConnected || isOpen || isJob,
            `${pod.name} to ${service.name}: ${JSON.stringify(modes)}`,
          );
        }
    assert.ok(connections > 40, `${connections} connections`);
  });

  test('open exactly the ports that the configuration of a pod and its token need', () => {
    let limited = 0;
    for (const { modes, objects } of platforms)
      for (const pod of podsOf(objects)) {
        const reached = reachedPorts(pod, objects);
        if (reached === undefined || (reached.length === 0 && pod.name === 'tenant-operator-postgresql')) continue;
        limited++;
        const needed = [...new Set([...neededPorts(pod, objects), ...names])].sort();
        assert.equal([...new Set(reached)].sort(), needed, `${pod.name}: ${JSON.stringify(modes)}`);
      }
    assert.ok(limited > 15, `${limited} pods`);
  });

  test('allow parts and CostJobs in other namespaces', () => {
    const objects = renderedObjects(scattered);
    const services = servicesOf(objects);
    const pairs = podsOf(objects).flatMap((pod) =>
      services
        .filter((service) => allows(service, pod, objects) && !isBehind(pod, service))
        .map((service) => `${pod.name} to ${service.name}`),
    );
    assert.equal(pairs.sort(), [
      'costs-opencost to metrics-prometheus-server',
      'hourly-cronjob to costs-opencost',
      'hourly-cronjob to data-postgresql',
      'hourly-cronjob to metrics-prometheus-server',
      'metrics-prometheus-server to costs-opencost',
      'metrics-prometheus-server to state-kube-state-metrics',
    ]);
  });
});

const scattered = `
apiVersion: dependencies.tenantoperator.stakater.com/v1alpha1
kind: Prometheus
metadata: { name: metrics, namespace: a }
spec: {}
---
apiVersion: dependencies.tenantoperator.stakater.com/v1alpha1
kind: KubeStateMetrics
metadata: { name: state, namespace: b }
spec: {}
---
apiVersion: dependencies.tenantoperator.stakater.com/v1alpha1
kind: OpenCost
metadata: { name: costs, namespace: c }
spec: {}
---
apiVersion: dependencies.tenantoperator.stakater.com/v1alpha1
kind: Postgres
metadata: { name: data, namespace: d }
spec: {}
---
apiVersion: finops.stakater.com/v1alpha1
kind: PriceBook
metadata: { name: prices, namespace: e }
spec: { currency: EUR, valuationMode: currency, rates: { cpuHour: "0.03" } }
---
apiVersion: finops.stakater.com/v1alpha1
kind: CostJob
metadata: { name: hourly, namespace: e }
spec: { interval: 1h }
`;
