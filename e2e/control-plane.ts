import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { type Api, connect } from './api.ts';
import { type Credentials, makeCredentials, writeKubeconfigs } from './credentials.ts';
import { type Daemon, eventually, freePorts, startDaemon } from './daemon.ts';
import { addNodes } from './nodes.ts';
import { builtTool } from './tools/paths.ts';

/** An API server with or without controllers. Without them, only the tests change objects. */
export type Parts = 'everything' | 'api-only';

export interface ControlPlane {
  readonly server: string;
  readonly token: string;
  readonly kubeconfig: string;
  /** A kubeconfig of the user to whom the tests bind roles. */
  readonly memberKubeconfig: string;
  readonly api: Api;
  /** The path of the audit log: the write requests of the sidecar, one JSON object per line. */
  readonly auditLog: string;
  /** The process ID of the first API server. A restart does not update it. */
  readonly apiServerProcess: number;
  /** A client for an authenticated user without a binding. */
  readonly stranger: Api;
  kubectl(args: readonly string[], stdin?: string): Finished;
  /** Kills the API server. Its data stays. */
  stopApiServer(): Promise<void>;
  startApiServer(): Promise<void>;
  stop(): Promise<void>;
}

export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A real control plane. With controllers, it has a simulated node: pods start no containers, but workloads become available.
 * `program` is the API server.
 */
export async function startControlPlane(
  parts: Parts = 'everything',
  program = 'kube-apiserver',
): Promise<ControlPlane> {
  const folder = mkdtempSync(resolve(tmpdir(), 'leasehold-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const credentials = makeCredentials(folder);
  const [client = 0, peer = 0, secure = 0] = await freePorts(3);
  const server = `https://127.0.0.1:${secure}`;
  const kubeconfigs = writeKubeconfigs(folder, server, credentials);
  const etcd = startEtcd(resolve(folder, 'etcd'), client, peer, parts);
  const audit = writeAudit(folder);
  const serve = () => startApiServer(credentials, { etcd: client, port: secure, parts, program, audit });
  let apiServer = serve();
  const ca = readFileSync(credentials.certificate, 'utf8');
  const api = connect({ server, ca, token: credentials.adminToken });
  await ready(api, [etcd, apiServer]);
  const actors = parts === 'everything' ? startControllers(credentials, kubeconfigs.kubeconfig) : [];
  if (parts === 'everything') await addNodes(api);
  return {
    server,
    token: credentials.adminToken,
    ...kubeconfigs,
    api,
    auditLog: resolve(folder, 'audit.log'),
    apiServerProcess: apiServer.pid,
    stranger: connect({ server, ca, token: credentials.strangerToken }),
    kubectl: (args, stdin) => kubectl(kubeconfigs.kubeconfig, args, stdin),
    stopApiServer: () => apiServer.stop(),
    startApiServer: async () => {
      apiServer = serve();
      await ready(api, [etcd, apiServer]);
    },
    stop: async () => {
      await Promise.all([etcd, apiServer, ...actors].map((daemon) => daemon.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const started = new Map<Parts, Promise<ControlPlane>>();

/** A control plane that all tests of a process share. It stops with the process. */
export function sharedControlPlane(parts: Parts = 'everything'): Promise<ControlPlane> {
  const plane = started.get(parts) ?? startControlPlane(parts);
  started.set(parts, plane);
  return plane;
}

function startEtcd(folder: string, client: number, peer: number, parts: Parts): Daemon {
  const [clientUrl, peerUrl] = [client, peer].map((port) => `http://127.0.0.1:${port}`);
  return startDaemon(`${parts}-etcd`, builtTool('etcd'), [
    `--data-dir=${folder}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    '--unsafe-no-fsync',
  ]);
}

/** Writes an audit policy, and returns the flags for a log with only the writes of the sidecar. */
function writeAudit(folder: string): readonly string[] {
  const rules = [
    { level: 'None', verbs: ['get', 'list', 'watch'] },
    { level: 'Request', users: ['system:serviceaccount:argocd:leasehold-sidecar'] },
    { level: 'None' },
  ];
  const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', omitStages: ['RequestReceived'], rules };
  writeFileSync(resolve(folder, 'audit.json'), JSON.stringify(policy));
  return [`--audit-policy-file=${resolve(folder, 'audit.json')}`, `--audit-log-path=${resolve(folder, 'audit.log')}`];
}

/** These admission plugins depend on a controller that counts a quota, creates an account or removes a finalizer. */
const pluginsThatNeedControllers = ['ResourceQuota', 'ServiceAccount', 'StorageObjectInUseProtection'];

interface ApiServer {
  /** The ports of etcd and of the server. */
  readonly etcd: number;
  readonly port: number;
  readonly parts: Parts;
  readonly program: string;
  readonly audit: readonly string[];
}

function startApiServer(credentials: Credentials, { etcd, port, parts, program, audit }: ApiServer): Daemon {
  const { certificate, key, tokenFile } = credentials;
  // TaintNodesByCondition adds a taint that only the node lifecycle controller removes, but that controller does not run.
  const disabledPlugins = ['TaintNodesByCondition', ...(parts === 'api-only' ? pluginsThatNeedControllers : [])];
  return startDaemon(`${parts}-${program}`, builtTool(program), [
    `--etcd-servers=http://127.0.0.1:${etcd}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--tls-cert-file=${certificate}`,
    `--tls-private-key-file=${key}`,
    `--token-auth-file=${tokenFile}`,
    '--authorization-mode=RBAC',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${certificate}`,
    `--service-account-signing-key-file=${key}`,
    '--service-cluster-ip-range=10.0.0.0/16',
    // The Endpoints of the kubernetes Service must not contain a loopback address.
    '--endpoint-reconciler-type=none',
    '--allow-privileged=true',
    // An admission policy limits the field that this feature gate adds.
    '--feature-gates=CrossNamespaceVolumeDataSource=true',
    ...audit,
    `--disable-admission-plugins=${disabledPlugins.join()}`,
  ]);
}

/** Starts the controllers, the scheduler and kwok. The API server must be ready: otherwise kwok exits. */
function startControllers({ certificate, key }: Credentials, kubeconfig: string): readonly Daemon[] {
  const common = [`--kubeconfig=${kubeconfig}`];
  const controller = ['--leader-elect=false', '--secure-port=0', '--kube-api-qps=500', '--kube-api-burst=1000'];
  return [
    startDaemon('kube-controller-manager', builtTool('kube-controller-manager'), [
      ...common,
      ...controller,
      '--controllers=*,-node-ipam-controller,-node-lifecycle-controller',
      `--service-account-private-key-file=${key}`,
      `--root-ca-file=${certificate}`,
      '--concurrent-namespace-syncs=50',
    ]),
    startDaemon('kube-scheduler', builtTool('kube-scheduler'), [...common, ...controller]),
    startDaemon('kwok', builtTool('kwok'), [
      ...common,
      '--manage-all-nodes=true',
      `--config=${resolve(import.meta.dirname, 'kwok.yaml')}`,
    ]),
  ];
}

async function ready(api: Api, daemons: readonly Daemon[]): Promise<void> {
  await eventually('the control plane is ready', async () => {
    const dead = daemons.find((daemon) => !daemon.running());
    if (dead) throw new Error(`${dead.name} ended; see ${dead.log}`);
    const answer = await api.request('GET', '/readyz').catch(() => undefined);
    return answer?.status === 200 || undefined;
  });
}

function kubectl(kubeconfig: string, args: readonly string[], stdin?: string): Finished {
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const options = {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // A deletion waits for finalizers, but perhaps no controller removes them.
    timeout: 300_000,
    ...(stdin === undefined ? {} : { input: stdin }),
  } as const;
  const { status, stdout, stderr, error } = spawnSync(builtTool('kubectl'), args, options);
  return { status: status ?? 1, stdout, stderr: `${stderr}${error?.message ?? ''}` };
}
