import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type KubeObject, readManifests } from '../manifests.ts';
import { builtTool, wrapperFolder } from '../tools/paths.ts';

export const namespace = 'argocd';
/** The URL by which Argo CD identifies the cluster that it runs in. */
export const ownCluster = 'https://kubernetes.default.svc';
const component = resolve(import.meta.dirname, '../../plugin/install');

/** The official manifests of Argo CD with our component, as a user's kustomization builds them. */
export function buildInstallation(folder: string): readonly KubeObject[] {
  const overlay = resolve(folder, 'overlay');
  mkdirSync(overlay, { recursive: true });
  const kustomization = {
    namespace,
    resources: [relative(overlay, resolve(argoCdSource(), 'manifests/cluster-install'))],
    components: [relative(overlay, component)],
    patches: [{ patch: JSON.stringify(secretOfTheTest) }],
  };
  writeFileSync(resolve(overlay, 'kustomization.yaml'), JSON.stringify(kustomization));
  const text = execFileSync(builtTool('kustomize'), ['build', overlay], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return readManifests(text);
}

/** The module from which the program was built also contains its manifests. */
export function argoCdSource(): string {
  const args = ['mod', 'download', '-json', 'github.com/argoproj/argo-cd/v3'];
  const printed = execFileSync('go', args, { cwd: wrapperFolder('argocd'), encoding: 'utf8' });
  return (JSON.parse(printed) as { readonly Dir: string }).Dir;
}

const secretOfTheTest = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'argocd-secret' },
  stringData: { 'server.secretkey': 'of-a-test', 'admin.password': '', 'admin.passwordMtime': '' },
};

interface EnvEntry {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly configMapKeyRef?: { readonly name: string; readonly key: string } };
}

interface Workload {
  readonly template: {
    readonly spec: { readonly containers: readonly { readonly name: string; readonly env?: readonly EnvEntry[] }[] };
  };
}

/** The environment that an installation sets for one of its containers, including values from ConfigMaps. */
export function environmentOf(
  installation: readonly KubeObject[],
  container: string,
): Readonly<Record<string, string>> {
  const workloads = installation.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind));
  const containers = workloads.flatMap(({ spec }) => (spec as Workload).template.spec.containers);
  const { env = [] } = containers.find(({ name }) => name === container) ?? {};
  const entries = env.map(({ name, value, valueFrom }) => {
    const reference = valueFrom?.configMapKeyRef;
    return [name, reference ? lookUp(installation, reference) : value] as const;
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function lookUp(installation: readonly KubeObject[], { name, key }: { name: string; key: string }): string | undefined {
  const map = installation.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  return (map?.['data'] as Readonly<Record<string, string>> | undefined)?.[key];
}

/** Writes the configuration of the plugin for a checkout with the program in dist/. */
export function writePluginConfig(folder: string, edit: (text: string) => string = (text) => text): string {
  const config = resolve(folder, 'config');
  mkdirSync(config, { recursive: true });
  const text = readFileSync(resolve(component, '../plugin.yaml'), 'utf8');
  const program = resolve(component, '../../dist/leasehold-cmp.cjs');
  writeFileSync(resolve(config, 'plugin.yaml'), edit(text.replaceAll('/plugin/leasehold-cmp.cjs', program)));
  return config;
}
