import * as assert from 'uvu/assert';
import type { KubeObject } from '../../e2e/manifests.ts';
import { suite } from '../harness.ts';
import { pairsOfModes, renderedObjects, renderedPlatform } from './platform-modes.ts';
import {
  acceptedPorts,
  allows,
  connects,
  isBehind,
  jobsOf,
  type Pod,
  podsOf,
  reachedPorts,
  servicesOf,
} from './rendered-network.ts';

/** Users reach these through an Ingress. */
const published = [
  'tenant-operator-dex',
  'tenant-operator-gateway',
  'tenant-operator-gateway-pods',
  'tenant-operator-keycloak',
];
/** A Secret can name either of them in CostJobs of users. */
const measuring = ['tenant-operator-opencost', 'tenant-operator-prometheus-server'];
const names = [53, 5353];
const apiServer = [443, 6443, 8443, 16_443];
/** Pages of the forge and the issuer, and their ingress controllers. */
const pages = [443, 3000, 8443, 10_443];
/** The object store, its ingress controllers, and the server from which the client is downloaded. */
const objectStore = [443, 8443, 9000, 10_443];

function neededPorts(pod: Pod, objects: readonly KubeObject[]): ReadonlySet<number> {
  const services = servicesOf(objects).filter((service) => connects(pod, service));
  const nodes = pod.texts.some((text) => text.includes('role: node')) ? [10_250] : [];
  const outside = pod.texts.flatMap((text) => (text.includes('argocd-metrics.argocd:8082') ? [8082] : []));
  const web = pod.name === 'tenant-operator-gateway' ? pages : [];
  const store = pod.name.endsWith('-backup') ? objectStore : [];
  return new Set([
    ...services.map(({ port }) => port),
    ...nodes,
    ...outside,
    ...web,
    ...store,
    ...(pod.hasToken ? apiServer : []),
  ]);
}

suite('the network policies of a platform', (test) => {
  const platforms = pairsOfModes().map((modes) => ({ modes, objects: renderedPlatform(modes) }));

  test('allow only pods whose configuration names the Service, jobs of showback, and all pods for published Services', () => {
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

  test('limit the jobs for passwords and backups, and allow no connection to a job', () => {
    const jobs = platforms.flatMap(({ objects }) =>
      jobsOf(objects).map((pod) => ({ pod, objects, kind: String(pod.labels['app.kubernetes.io/name']) })),
    );
    for (const { kind, pod, objects } of jobs) {
      // The database of showback can be outside the cluster.
      if (kind !== 'showback') assert.ok(reachedPorts(pod, objects), `${pod.name} reaches everything`);
      assert.equal(acceptedPorts(pod, objects), [], pod.name);
    }
    assert.equal([...new Set(jobs.map(({ kind }) => kind))].sort(), ['backup', 'secrets', 'showback']);
  });

  test('allow a backup all ports if its object store is in the cluster, because the pods there can listen on any port', () => {
    for (const endpoint of ['http://minio.storage.svc:80', 'https://minio'])
      assert.is(reachedPorts(backupPod(endpoint), objectsWith(endpoint)), undefined, endpoint);
    const endpoint = 'https://s3.example.com';
    assert.equal(portsWithoutNames(endpoint), [443, 5432, 8443, 10_443]);
    assert.equal(portsWithoutNames('http://s3.example.com:9000'), [443, 5432, 8443, 9000, 10_443]);
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

function objectsWith(endpoint: string): readonly KubeObject[] {
  return renderedObjects(
    `${databaseOnly}
---
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec:
  components:
    backup:
      schedule: "@daily"
      objectStore: { bucket: backups, endpoint: "${endpoint}", credentialsSecretRef: { name: backup } }
`,
  );
}

function backupPod(endpoint: string): Pod {
  const pod = jobsOf(objectsWith(endpoint)).find(({ name }) => name.endsWith('-backup'));
  assert.ok(pod);
  return pod as Pod;
}

function portsWithoutNames(endpoint: string): readonly number[] {
  const ports = new Set(reachedPorts(backupPod(endpoint), objectsWith(endpoint)));
  return [...ports].filter((port) => !names.includes(port)).sort((a, b) => a - b);
}

const databaseOnly = `
apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: { name: tenant-operator-config, namespace: multi-tenant-operator }
spec:
  components:
    postgres: { mode: Managed }`;

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
