import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { type Cluster, clusterOf, complaints } from '../cluster.ts';
import type { ControlPlane } from '../control-plane.ts';
import { type Daemon, eventually, freePorts, startDaemon } from '../daemon.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';
import { builtTool } from '../tools/paths.ts';

const root = resolve(import.meta.dirname, '../..');
const account = { namespace: 'argocd', name: 'leasehold-sidecar' };

/** The objects that `kubectl apply -k` applies from a directory of plugin/install. */
export function installation(name = 'sidecar'): readonly KubeObject[] {
  const folder = resolve(root, 'plugin/install', name);
  return readManifests(execFileSync(builtTool('kustomize'), ['build', folder], { encoding: 'utf8' }));
}

/** Installs everything except the Deployment, because no kubelet runs its Pods. */
export async function installSidecar(plane: ControlPlane): Promise<Cluster> {
  const cluster = clusterOf(plane.api);
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: account.namespace } };
  const objects = installation().filter(({ kind }) => kind !== 'Deployment');
  assert.equal(complaints(await cluster.apply([namespace, ...objects], { force: true })), []);
  return cluster;
}

export interface RunningSidecar extends Pick<Daemon, 'pid' | 'running' | 'stop'> {
  /** The text of an endpoint: healthz, readyz or metrics. */
  readonly page: (name: string) => Promise<string>;
  readonly log: () => string;
  /** Stops it as Kubernetes does, and waits until it has ended. */
  readonly terminate: () => Promise<void>;
}

export interface SidecarOptions {
  /** Options of the program. */
  readonly more?: readonly string[];
  /** Milliseconds by which its clock is ahead. */
  readonly clockAhead?: number;
  /** A proxy between the sidecar and the API server: its port, and the certificate to trust. */
  readonly through?: { readonly port: number; readonly ca: string };
}

/** Starts the built program with its account. */
export async function startSidecar(
  plane: ControlPlane,
  { through, ...options }: SidecarOptions = {},
): Promise<RunningSidecar> {
  const token = plane.kubectl(['create', 'token', account.name, '-n', account.namespace, '--duration=1h']);
  assert.is(token.status, 0, token.stderr);
  const server = through ?? { port: Number(new URL(plane.server).port), ca: certificateOf(plane) };
  return startProgram({ ...server, token: token.stdout, ...options });
}

interface Server extends Pick<SidecarOptions, 'more' | 'clockAhead'> {
  readonly port: number;
  readonly ca: string;
  readonly token: string;
}

/** Starts the built program as Kubernetes would: with the command of the Deployment and the files of a pod. */
export async function startProgram({ more = [], clockAhead = 0, ...server }: Server) {
  const folder = temporaryFolder('leasehold-sidecar-');
  writeFileSync(resolve(folder, 'token'), server.token);
  writeFileSync(resolve(folder, 'ca.crt'), server.ca);
  writeFileSync(resolve(folder, 'namespace'), account.namespace);
  const [port = 0] = await freePorts(1);
  const clock = `--import=data:text/javascript,const now=Date.now;Date.now=()=>now()+${clockAhead}`;
  const args = [
    ...(clockAhead === 0 ? [] : [clock]),
    ...command().slice(1),
    ...more,
    `--credentials=${folder}`,
    `--port=${port}`,
  ];
  const env = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(server.port) };
  const daemon = startDaemon(`sidecar-${port}`, process.execPath, args, env);
  const page = async (name: string) => (await fetch(`http://127.0.0.1:${port}/${name}`)).text();
  const terminate = async () => {
    daemon.signal('SIGTERM');
    await eventually('the sidecar has ended', async () => !daemon.running() || undefined, 10);
  };
  return { ...daemon, terminate, page, log: () => readFileSync(daemon.log, 'utf8') };
}

/** The command of the Deployment, with the path of the built program. */
function command(): readonly string[] {
  const deployment = installation().find(({ kind }) => kind === 'Deployment') as unknown as Deployment;
  const [container] = deployment.spec.template.spec.containers;
  return container.command.map((word) => word.replace('/sidecar/', `${root}/dist/`));
}

interface Deployment {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly [{ readonly command: readonly string[] }] } };
  };
}

/** KiB. */
export function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

export async function ready({ page }: RunningSidecar): Promise<void> {
  await eventually(
    'the sidecar is ready',
    async () => {
      const answer = await page('readyz').catch(() => '');
      return answer === 'ok\n' || undefined;
    },
    180,
  );
}

function certificateOf({ kubeconfig }: ControlPlane): string {
  const config = JSON.parse(readFileSync(kubeconfig, 'utf8')) as {
    readonly clusters: readonly [{ readonly cluster: { readonly 'certificate-authority': string } }];
  };
  return readFileSync(config.clusters[0].cluster['certificate-authority'], 'utf8');
}
