import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { isMapping, listAt, mappingAt, type Tree, textAt, textEntriesAt, textsAt, valueAt } from '../../data/tree.ts';
import { render } from '../../leasehold.ts';
import type { ControlPlane } from '../control-plane.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { writeAccount } from '../rendered-job.ts';
import { temporaryFolder } from '../temporary.ts';

export const namespace = 'multi-tenant-operator';

export function renderPlatform(file = 'platform.yaml'): readonly KubeObject[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const { objects, problems } = render([{ path: file, text }]);
  assert.equal(problems, []);
  return readManifests(objects.map((object) => object.text).join('---\n'));
}

/** What nodes and the network provide to the pods of rendered objects. */
export interface PodSurroundings {
  readonly objects: readonly KubeObject[];
  /** Secrets of the namespace, by name and key. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Replacements in arguments, variables and files, such as addresses on this machine. */
  readonly here?: Readonly<Record<string, string>>;
  /** Grants the pod the permissions of its ServiceAccount. */
  readonly plane?: ControlPlane;
  /** The list whose first container is used. */
  readonly list?: 'containers' | 'initContainers';
}

/** A container as this machine can start it. */
export interface RenderedPod {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The directory that is mounted at a path. */
  folder(mountPath: string): string;
  /** The path of the kubeconfig of the ServiceAccount, or an empty string. */
  readonly kubeconfig: string;
}

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The first container of a workload, with its rendered arguments, environment and files. */
export async function podOf(
  name: string,
  { objects, secrets = {}, here = {}, plane, list = 'containers' }: PodSurroundings,
): Promise<RenderedPod> {
  const workload = objects.find(({ kind, metadata }) => metadata.name === name && workloads.includes(kind));
  assert.ok(workload, `no workload ${name}`);
  const spec = podSpecOf(workload);
  const container = listAt(spec, list)[0] as Tree;
  const root = temporaryFolder('leasehold-pod-');
  const folders = new Map(
    listAt(container, 'volumeMounts').map((one, index) => [textAt(one, 'mountPath'), join(root, `${index}`)]),
  );
  folders.set(accountFolder, join(root, 'account'));
  const moved = mover({ ...Object.fromEntries(folders), ...here });
  for (const folder of folders.values()) mkdirSync(folder);
  for (const one of listAt(container, 'volumeMounts')) {
    const volume = listAt(spec, 'volumes').find((candidate) => textAt(candidate, 'name') === textAt(one, 'name'));
    writeFiles(objects, textAt(volume, 'configMap', 'name'), folders.get(textAt(one, 'mountPath')) ?? '', moved);
  }
  const kubeconfig = plane
    ? await writeToken(plane, textAt(spec, 'serviceAccountName'), folders.get(accountFolder) ?? '')
    : '';
  return {
    command: textsAt(container, 'command').map(moved),
    args: textsAt(container, 'args').map(moved),
    env: Object.fromEntries(
      listAt(container, 'env').flatMap((one) => {
        const value = valueOfVariable(one, secrets);
        return value === undefined ? [] : [[textAt(one, 'name'), moved(value)]];
      }),
    ),
    folder: (path) => folders.get(path) ?? assert.unreachable(`nothing is mounted at ${path}`) ?? '',
    kubeconfig,
  };
}

const workloads = ['CronJob', 'Deployment', 'Job', 'StatefulSet'];

export function podSpecOf({ spec }: KubeObject): Tree {
  const job = mappingAt(spec, 'jobTemplate', 'spec');
  return mappingAt(isMapping(job['template']) ? job : spec, 'template', 'spec');
}

/** Undefined if the variable is optional, and the Secret has no such key. */
function valueOfVariable(variable: unknown, secrets: NonNullable<PodSurroundings['secrets']>): string | undefined {
  const reference = valueAt(variable, 'valueFrom', 'secretKeyRef');
  if (reference === undefined) return textAt(variable, 'value').replaceAll('$$', '$');
  const value = secrets[textAt(reference, 'name')]?.[textAt(reference, 'key')];
  assert.ok(
    value !== undefined || valueAt(reference, 'optional') === true,
    `no Secret for ${JSON.stringify(reference)}`,
  );
  return value;
}

function writeFiles(
  objects: readonly KubeObject[],
  name: string,
  folder: string,
  moved: (text: string) => string,
): void {
  const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  for (const [file, text] of textEntriesAt(map, 'data')) writeFileSync(join(folder, file), moved(text));
}

/** Writes a token of the account to the folder. Returns the path of a kubeconfig with only the permissions of the account. */
async function writeToken(plane: ControlPlane, name: string, folder: string): Promise<string> {
  const kubeconfig = await writeAccount(plane, folder, { namespace, name });
  const config = JSON.parse(readFileSync(kubeconfig, 'utf8')) as unknown;
  writeFileSync(join(folder, 'token'), textAt(config, 'users', 0, 'user', 'token'));
  const cluster = mappingAt(config, 'clusters', 0, 'cluster');
  writeFileSync(join(folder, 'ca.crt'), readFileSync(textAt(cluster, 'certificate-authority')));
  return kubeconfig;
}

/** Replaces all texts in one pass, longest first, at the boundaries of paths and addresses. */
function mover(places: Readonly<Record<string, string>>): (text: string) => string {
  const escaped = Object.keys(places)
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = new RegExp(`(?<![\\w/.-])(${escaped.join('|')})(?![\\w.-])`, 'g');
  return (text) => text.replaceAll(found, (one) => places[one] ?? one);
}
