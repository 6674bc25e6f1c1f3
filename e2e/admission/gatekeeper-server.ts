import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import type { Cluster } from '../cluster.ts';
import type { ControlPlane } from '../control-plane.ts';
import { type Daemon, eventually, freePorts, startDaemon } from '../daemon.ts';
import { installDefinitions } from '../foreign-kinds.ts';
import { readManifestFolder } from '../manifests.ts';
import { builtTool, wrapperFolder } from '../tools/paths.ts';
import { waitForPolicies } from './marker.ts';

/** What enforces a template: Gatekeeper 3.23 can generate a policy for API servers that support policies. */
export type Enforcer = 'generated policy' | 'webhook';

export interface Gatekeeper {
  /** Waits until the given number of constraints are enforced. */
  untilEnforced(constraints: number): Promise<void>;
  stop(): Promise<void>;
}

const namespace = 'gatekeeper-system';

/** Owns the objects in which Gatekeeper reports its status. */
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'gatekeeper', namespace },
  spec: { containers: [{ name: 'manager', image: 'gatekeeper' }] },
};

/** Starts Gatekeeper without audit, and registers its webhook. */
export async function startGatekeeper(plane: ControlPlane, cluster: Cluster, by: Enforcer): Promise<Gatekeeper> {
  await installDefinitions(cluster, readManifestFolder(resolve(moduleFolder(), 'charts/gatekeeper/crds')));
  await cluster.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, pod]);
  const { folder, certificate } = certificates(plane);
  const run = () => runGatekeeper([`--kubeconfig=${plane.kubeconfig}`, `--cert-dir=${folder}`], by);
  let running = await run();
  await eventually('Gatekeeper is ready', async () => {
    // Gatekeeper exits if another program takes a port, or if the API server does not serve a definition yet. Kubernetes would
    // also restart it.
    if (!running.daemon.running()) running = await run();
    return (await fetch(running.readiness).catch(() => undefined))?.ok || undefined;
  });
  await cluster.apply([webhook(`https://127.0.0.1:${running.port}/v1/admit`, certificate)]);
  return { untilEnforced: (constraints) => untilEnforced(cluster, by, constraints), stop: () => running.daemon.stop() };
}

interface Running {
  readonly daemon: Daemon;
  readonly port: number;
  readonly readiness: string;
}

async function runGatekeeper(own: readonly string[], by: Enforcer): Promise<Running> {
  const [port = 0, health = 0] = await freePorts(2);
  const args = [
    ...own,
    '--disable-cert-rotation',
    '--host=127.0.0.1',
    `--port=${port}`,
    `--health-addr=127.0.0.1:${health}`,
    ...['generate', 'status', 'webhook'].map((operation) => `--operation=${operation}`),
    `--default-create-vap-for-templates=${by === 'generated policy'}`,
    '--default-wait-for-vapb-generation=1',
  ];
  const env = { POD_NAME: 'gatekeeper', POD_NAMESPACE: namespace };
  const daemon = startDaemon('gatekeeper', builtTool('gatekeeper'), args, env);
  return { daemon, port, readiness: `http://127.0.0.1:${health}/readyz` };
}

/** The sources of the built version, which contain its definitions. */
function moduleFolder(): string {
  const module = 'github.com/open-policy-agent/gatekeeper/v3';
  const cwd = wrapperFolder('gatekeeper');
  const { stdout, stderr } = spawnSync('go', ['list', '-m', '-f', '{{.Dir}}', module], { cwd, encoding: 'utf8' });
  if (stdout.trim() === '') throw new Error(stderr);
  return stdout.trim();
}

/** Copies the certificate and the key of the API server, because the certificate is valid for 127.0.0.1. */
function certificates({ kubeconfig }: ControlPlane) {
  const source = dirname(kubeconfig);
  const folder = resolve(source, 'gatekeeper');
  mkdirSync(folder);
  copyFileSync(resolve(source, 'server.crt'), resolve(folder, 'tls.crt'));
  copyFileSync(resolve(source, 'server.crt'), resolve(folder, 'ca.crt'));
  copyFileSync(resolve(source, 'server.key'), resolve(folder, 'tls.key'));
  return { folder, certificate: readFileSync(resolve(source, 'server.crt')).toString('base64') };
}

/**
 * As in Gatekeeper's chart with enableDeleteOperations and enableConnectOperations, but with the failure policy Fail and only the
 * subresources that rules check.
 */
function webhook(url: string, caBundle: string) {
  const resources = ['*', 'pods/ephemeralcontainers', 'pods/exec', 'deployments/scale'];
  const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'gatekeeper-validating-webhook-configuration' },
    webhooks: [
      {
        name: 'validation.gatekeeper.sh',
        admissionReviewVersions: ['v1'],
        clientConfig: { url, caBundle },
        failurePolicy: 'Fail',
        matchPolicy: 'Exact',
        rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations, resources }],
        sideEffects: 'None',
        timeoutSeconds: 10,
      },
    ],
  };
}

/** Each instance reports what it enforces. The API server enforces the generated policies. */
async function untilEnforced(cluster: Cluster, by: Enforcer, constraints: number): Promise<void> {
  const path =
    by === 'webhook'
      ? `/apis/status.gatekeeper.sh/v1beta1/namespaces/${namespace}/constraintpodstatuses`
      : '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings';
  const isOne = (item: unknown) =>
    by === 'webhook'
      ? valueAt(item, 'status', 'enforced') === true
      : textAt(item, 'metadata', 'name').startsWith('gatekeeper-');
  await eventually('Gatekeeper enforces the constraints', async () => {
    const { body } = await cluster.api.request('GET', path);
    return listAt(body, 'items').filter(isOne).length === constraints || undefined;
  });
  await waitForPolicies(cluster);
}
