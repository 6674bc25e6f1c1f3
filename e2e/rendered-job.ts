import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ControlPlane, Finished } from './control-plane.ts';
import type { KubeObject } from './manifests.ts';
import { binFolder } from './tools/paths.ts';

/** A rendered Job or CronJob, whose work a test runs on this machine. */
export interface RenderedJob {
  readonly job: KubeObject;
  /** The objects that were rendered together with it, including the ConfigMaps that its pods mount. */
  readonly objects: readonly KubeObject[];
}

/** Runs the command of the job's container against the API server with the account of the job only. */
export async function runJob(plane: ControlPlane, rendered: RenderedJob): Promise<Finished> {
  const folder = mkdtempSync(resolve(tmpdir(), 'leasehold-job-'));
  try {
    const { spec, namespace } = podOf(rendered.job);
    const kubeconfig = await writeAccount(plane, folder, { namespace, name: spec.serviceAccountName });
    const mounts = mountVolumes(spec, rendered.objects, folder);
    const [container] = spec.containers;
    const [program = '', ...args] = (container?.command ?? []).map((word) => moved(word, mounts));
    const own = (container?.env ?? []).map(({ name, value }) => [name, moved(value, mounts)]);
    const env = { ...Object.fromEntries(own), KUBECONFIG: kubeconfig, PATH: `${binFolder}:${process.env['PATH']}` };
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
    return { status: status ?? 1, stdout, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface PodSpec {
  readonly serviceAccountName: string;
  readonly containers: readonly {
    readonly command: readonly string[];
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly volumeMounts: readonly { readonly mountPath: string; readonly name: string }[];
  }[];
  readonly volumes: readonly { readonly name: string; readonly configMap?: { readonly name: string } }[];
}

interface JobSpec {
  readonly template: { readonly spec: PodSpec };
}

function podOf({ spec, metadata }: KubeObject): { readonly spec: PodSpec; readonly namespace: string } {
  const { jobTemplate } = spec as { readonly jobTemplate?: { readonly spec: JobSpec } };
  const { template } = jobTemplate?.spec ?? (spec as JobSpec);
  return { spec: template.spec, namespace: metadata.namespace ?? '' };
}

/** Writes a kubeconfig with the server and a token of the account, which kubectl would use in a pod. Returns its path. */
export async function writeAccount(
  { api, kubeconfig }: ControlPlane,
  folder: string,
  account: { readonly namespace: string; readonly name: string },
): Promise<string> {
  const path = `/api/v1/namespaces/${account.namespace}/serviceaccounts/${account.name}/token`;
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 600 } };
  const answer = await api.request('POST', path, { body });
  const { token } = answer.body['status'] as { readonly token: string };
  const config = JSON.parse(readFileSync(kubeconfig, 'utf8')) as { readonly users: readonly object[] };
  const file = join(folder, 'kubeconfig');
  writeFileSync(file, JSON.stringify({ ...config, users: [{ name: 'e2e', user: { token } }] }));
  return file;
}

type Mounts = readonly (readonly [string, string])[];

/** A directory for each volume, with the content of its ConfigMap. */
function mountVolumes({ containers, volumes }: PodSpec, objects: readonly KubeObject[], folder: string): Mounts {
  return (containers[0]?.volumeMounts ?? []).map(({ mountPath, name }) => {
    const place = join(folder, 'volumes', name);
    mkdirSync(place, { recursive: true });
    const source = volumes.find((volume) => volume.name === name)?.configMap?.name;
    const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === source);
    for (const [file, text] of Object.entries((map?.['data'] ?? {}) as Readonly<Record<string, string>>))
      writeFileSync(join(place, file), text);
    return [mountPath, place];
  });
}

function moved(word: string, mounts: Mounts): string {
  const mount = mounts.find(([path]) => word === path || word.startsWith(`${path}/`));
  return mount ? mount[1] + word.slice(mount[0].length) : word;
}
