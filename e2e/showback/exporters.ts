import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ControlPlane } from '../control-plane.ts';
import { eventually, freePorts, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';
import { builtTool } from '../tools/paths.ts';

export async function startKubeStateMetrics({ kubeconfig }: ControlPlane): Promise<string> {
  const [port = 0, telemetry = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  startDaemon('kube-state-metrics', builtTool('kube-state-metrics'), [
    `--kubeconfig=${kubeconfig}`,
    `--port=${port}`,
    '--host=127.0.0.1',
    `--telemetry-port=${telemetry}`,
    '--telemetry-host=127.0.0.1',
    '--metric-labels-allowlist=namespaces=[leasehold.dev/tenant],pods=[*]',
  ]);
  await eventually('kube-state-metrics has the workloads', async () => {
    const text = await textOf(`${url}/metrics`).catch(() => '');
    const series = ['namespace_labels', 'pod_owner', 'pod_status_phase', 'pod_container_resource_requests'];
    const expected = [
      'kube_statefulset_replicas{namespace="costs-shop"',
      'kube_persistentvolumeclaim_info{namespace="costs-shop"',
      ...series.flatMap((one) => ['pay', 'lab', 'shop'].map((tenant) => `kube_${one}{namespace="costs-${tenant}"`)),
    ];
    return expected.every((one) => text.includes(one)) ? true : undefined;
  });
  return url;
}

/** OpenCost, started with a pricing document. */
export async function startOpenCost(
  { kubeconfig }: ControlPlane,
  { prometheus, pricing }: { readonly prometheus: string; readonly pricing: string },
): Promise<string> {
  const [port = 0] = await freePorts(1);
  const folder = temporaryFolder('leasehold-opencost-');
  writeFileSync(resolve(folder, 'default.json'), pricing);
  const url = `http://127.0.0.1:${port}`;
  startDaemon('opencost', builtTool('opencost'), ['cost-model'], {
    KUBECONFIG: kubeconfig,
    PROMETHEUS_SERVER_ENDPOINT: prometheus,
    CLUSTER_ID: 'c',
    CONFIG_PATH: folder,
    USE_CUSTOM_PROVIDER: 'true',
    API_PORT: String(port),
    EMIT_KSM_V1_METRICS: 'false',
    EMIT_KSM_V1_METRICS_ONLY: 'true',
  });
  await eventually(
    'OpenCost exposes prices of the node',
    async () => {
      const text = await textOf(`${url}/metrics`).catch(() => '');
      return text.includes('node_cpu_hourly_cost{') && text.includes('container_cpu_allocation{') ? true : undefined;
    },
    180,
  );
  return url;
}

export async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}
