import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ControlPlane } from '../control-plane.ts';
import { type Daemon, freePorts, startDaemon } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { builtTool } from '../tools/paths.ts';
import { podOf } from './rendered-pod.ts';

export const names = {
  postgres: 'tenant-operator-postgresql',
  prometheus: 'tenant-operator-prometheus-server',
  kubeStateMetrics: 'tenant-operator-kube-state-metrics',
  openCost: 'tenant-operator-opencost',
};

export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Programs that look for the API server of their pod get the kubeconfig of their ServiceAccount instead. */
export async function startKubeStateMetricsPod(plane: ControlPlane, objects: readonly KubeObject[]) {
  const [port = 0, telemetry = 0] = await freePorts(2);
  const here = { '--port=8080': `--port=${port}` };
  const { args, kubeconfig } = await podOf(names.kubeStateMetrics, { objects, plane, here });
  const local = [
    `--kubeconfig=${kubeconfig}`,
    '--host=127.0.0.1',
    `--telemetry-port=${telemetry}`,
    '--telemetry-host=127.0.0.1',
  ];
  const daemon = startDaemon('platform-kube-state-metrics', builtTool('kube-state-metrics'), [...args, ...local]);
  return { address: `127.0.0.1:${port}`, daemon };
}

export async function startPrometheusPod(
  plane: ControlPlane | undefined,
  objects: readonly KubeObject[],
  here: Readonly<Record<string, string>>,
) {
  const [port = 0] = await freePorts(1);
  const pod = await podOf(names.prometheus, {
    objects,
    ...(plane === undefined ? {} : { plane }),
    here: { ...here, ':9090': `127.0.0.1:${port}` },
  });
  const file = join(pod.folder('/etc/prometheus'), 'prometheus.yml');
  // Debian's Prometheus has no node discovery. The default interval of a minute is too long for a test.
  const text = readFileSync(file, 'utf8')
    .replaceAll(/kubernetes_sd_configs:\n +- role: node/g, `static_configs:\n      - targets: ["127.0.0.1:1"]`)
    .replace('scrape_interval: 1m', 'scrape_interval: 1s')
    .replace('evaluation_interval: 1m', 'evaluation_interval: 1s');
  writeFileSync(file, text);
  const rules = join(pod.folder('/etc/prometheus'), 'rules.yml');
  writeFileSync(rules, readFileSync(rules, 'utf8').replace('interval: 1m', 'interval: 1s'));
  const daemon = startDaemon('platform-prometheus', 'prometheus', pod.args);
  return { url: `http://127.0.0.1:${port}`, daemon, config: file };
}

export async function startOpenCostPod(
  plane: ControlPlane,
  objects: readonly KubeObject[],
  here: Readonly<Record<string, string>>,
) {
  const [port = 0] = await freePorts(1);
  const pod = await podOf(names.openCost, { objects, plane, here });
  // 1.108.0 requires the command; the image of later versions sets it.
  const env = {
    ...pod.env,
    KUBECONFIG: pod.kubeconfig,
    API_PORT: String(port),
    CONFIG_PATH: pod.folder('/var/configs'),
  };
  const daemon = startDaemon('platform-opencost', builtTool('opencost'), ['cost-model', ...pod.args], env);
  return { url: `http://127.0.0.1:${port}`, daemon };
}

/** The lines of a log about requests that the API server denied. */
export function rejections({ log }: Daemon): readonly string[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('forbidden'));
}
