import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type KubeObject, readManifests } from '../manifests.ts';
import { builtTool, wrapperFolder } from '../tools/paths.ts';

export const namespace = 'argocd';
/** The cluster that Argo CD runs in, as it calls it. */
export const ownCluster = 'https://kubernetes.default.svc';
const component = resolve(import.meta.dirname, '../../plugin/install');

/** Argo CD as its own manifests install it, with our component on top: what a user's kustomization would give. */
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

/** The module that the program was built from also holds its manifests. */
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

/** The environment that an installation gives one of its containers, ConfigMaps looked up. */
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

/** Writes the plugin's own configuration for a checkout, where the program lies in dist/. */
export function writePluginConfig(folder: string, edit: (text: string) => string = (text) => text): string {
  const config = resolve(folder, 'config');
  mkdirSync(config, { recursive: true });
  const text = readFileSync(resolve(component, '../plugin.yaml'), 'utf8');
  const program = resolve(component, '../../dist/leasehold-cmp.mjs');
  writeFileSync(resolve(config, 'plugin.yaml'), edit(text.replaceAll('/plugin/leasehold-cmp.mjs', program)));
  return config;
}
