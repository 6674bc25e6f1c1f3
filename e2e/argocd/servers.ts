import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import type { ControlPlane } from '../control-plane.ts';
import { type Daemon, eventually, freePorts, startDaemon } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { binFolder, builtTool, logFolder } from '../tools/paths.ts';
import { environmentOf, namespace, writePluginConfig } from './installation.ts';

export interface Setup {
  readonly plane: ControlPlane;
  readonly installation: readonly KubeObject[];
  /** A short path: the path of a Unix socket has at most 107 bytes. */
  readonly folder: string;
}

export interface Servers {
  /** Restarts the plugin server with an edited plugin.yaml. */
  restartPlugin(edit: (text: string) => string): Promise<void>;
  /** The metrics of the application controller. */
  metrics(): Promise<string>;
  /** Starts the server of the API and the UI, which most tests do not need. */
  startApi(): Promise<ApiServer>;
}

export interface ApiServer {
  /** The HTTP status of the response. The body is a JSON value. */
  post(path: string, body: object | string, session: string): Promise<number>;
}

/** The components of Argo CD that sync tenants, each as a process with the environment of its pod. */
export async function startServers(setup: Setup): Promise<Servers> {
  const [redis = 0, repo = 0, ...rest] = await freePorts(7);
  const [repoMetrics = 0, controllerMetrics = 0, ...setMetrics] = rest;
  let plugin = startPlugin(setup);
  const daemons = [
    plugin,
    startDaemon('argocd-redis', 'redis-server', ['--port', `${redis}`, '--bind', '127.0.0.1', '--save', '']),
    startRepoServer(setup, { redis, repo, metrics: repoMetrics }),
    startController(setup, { redis, repo, metrics: controllerMetrics }),
    startApplicationSets(setup, repo, setMetrics),
  ];
  for (const port of [repoMetrics, controllerMetrics, ...setMetrics.slice(0, 1)]) await answers(port, daemons);
  return {
    metrics: async () => (await fetch(`http://127.0.0.1:${controllerMetrics}/metrics`)).text(),
    startApi: () => startApi(setup, { redis, repo }),
    restartPlugin: async (edit) => {
      await plugin.stop();
      plugin = startPlugin(setup, edit);
    },
  };
}

async function answers(port: number, daemons: readonly Daemon[]): Promise<void> {
  await eventually(`Argo CD answers on port ${port}`, async () => {
    const dead = daemons.find((daemon) => !daemon.running());
    if (dead) throw new Error(`${dead.name} ended; see ${dead.log}`);
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
    return answer?.ok || undefined;
  });
}

/** The log of the plugin server since its last start. */
export const pluginLog = resolve(logFolder, 'argocd-cmp-server.log');

export const repoServerLog = resolve(logFolder, 'argocd-repo-server.log');

type Role = 'server' | 'cmp-server' | 'repo-server' | 'application-controller' | 'applicationset-controller';

function start(role: Role, args: readonly string[], env: Readonly<Record<string, string>>): Daemon {
  const name = `argocd-${role}`;
  return startDaemon(name, builtTool('argocd'), args, { ...env, ARGOCD_BINARY_NAME: name });
}

function pluginFolders({ folder }: Setup): Readonly<Record<string, string>> {
  const [sockets, work, tmp] = ['plugins', 'work', 'tmp'].map((name) => resolve(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [sockets, work, tmp]) mkdirSync(path, { recursive: true });
  return { ARGOCD_PLUGINSOCKFILEPATH: sockets, ARGOCD_CMP_WORKDIR: work, TMPDIR: tmp };
}

function startPlugin(setup: Setup, edit?: (text: string) => string): Daemon {
  const config = writePluginConfig(setup.folder, edit);
  const env = { ...environmentOf(setup.installation, 'leasehold'), ...pluginFolders(setup), HOME: setup.folder };
  return start('cmp-server', ['--config-dir-path', config], env);
}

interface Ports {
  readonly redis: number;
  readonly repo: number;
  readonly metrics: number;
}

function startRepoServer(setup: Setup, { redis, repo, metrics }: Ports): Daemon {
  const { ARGOCD_PLUGINSOCKFILEPATH = '', TMPDIR = '' } = pluginFolders(setup);
  const env = {
    ...environmentOf(setup.installation, 'argocd-repo-server'),
    ARGOCD_PLUGINSOCKFILEPATH,
    TMPDIR,
    ARGOCD_GPG_ENABLED: 'false',
    PATH: [signatureStub(setup), binFolder, process.env['PATH']].join(delimiter),
  };
  const ports = [`--port=${repo}`, `--metrics-port=${metrics}`, `--redis=127.0.0.1:${redis}`];
  return start('repo-server', [...ports, '--disable-tls', '--client-ca-path='], env);
}

/**
 * The folder with a stub of the program that Argo CD calls for every commit, signed or not. The stub prints nothing, because no
 * commit is signed.
 */
function signatureStub({ folder }: Setup): string {
  const stubs = resolve(folder, 'stubs');
  mkdirSync(stubs, { recursive: true });
  writeFileSync(resolve(stubs, 'git-verify-wrapper.sh'), '#!/bin/sh\n', { mode: 0o755 });
  return stubs;
}

function startController(setup: Setup, { redis, repo, metrics }: Ports): Daemon {
  const args = [...ofCluster(setup), `--metrics-port=${metrics}`, `--redis=127.0.0.1:${redis}`];
  const env = { ...environmentOf(setup.installation, 'argocd-application-controller'), ...outOfCluster(setup) };
  return start('application-controller', [...args, `--repo-server=127.0.0.1:${repo}`, '--repo-server-plaintext'], env);
}

function startApplicationSets(setup: Setup, repo: number, [metrics, probe, webhook]: readonly number[]): Daemon {
  const ports = [`--metrics-addr=:${metrics}`, `--probe-addr=:${probe}`, `--webhook-addr=:${webhook}`];
  const args = [...ofCluster(setup), ...ports, `--argocd-repo-server=127.0.0.1:${repo}`, '--repo-server-plaintext'];
  const env = { ...environmentOf(setup.installation, 'argocd-applicationset-controller'), ...outOfCluster(setup) };
  return start('applicationset-controller', args, env);
}

async function startApi(setup: Setup, { redis, repo }: Omit<Ports, 'metrics'>): Promise<ApiServer> {
  const [port = 0, metrics = 0] = await freePorts(2);
  const ports = [`--port=${port}`, `--metrics-port=${metrics}`, `--redis=127.0.0.1:${redis}`];
  const args = [
    ...ofCluster(setup),
    ...ports,
    `--repo-server=127.0.0.1:${repo}`,
    '--repo-server-plaintext',
    '--insecure',
  ];
  const env = { ...environmentOf(setup.installation, 'argocd-server'), ...outOfCluster(setup), HOME: setup.folder };
  const daemon = start('server', args, env);
  await answers(metrics, [daemon]);
  return {
    post: async (path, body, session) => {
      const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`http://127.0.0.1:${port}${path}`, request)).status;
    },
  };
}

/**
 * Variables for controllers that run outside the cluster that they manage as their own. The ApplicationSet controller also
 * needs KUBECONFIG, because it reads its flag too late.
 */
function outOfCluster({ plane }: Setup): Readonly<Record<string, string>> {
  return { ARGOCD_FAKE_IN_CLUSTER: 'true', KUBECONFIG: plane.kubeconfig };
}

function ofCluster({ plane }: Setup): readonly string[] {
  return [`--kubeconfig=${plane.kubeconfig}`, `--namespace=${namespace}`];
}
