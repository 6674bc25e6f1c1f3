import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { Contract } from './contracts.ts';
import { crd } from './crds.ts';

type Data = Readonly<Record<string, string>>;

interface RepoServer {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly { readonly name: string; readonly env: readonly unknown[] }[];
        readonly volumes: readonly unknown[];
      };
    };
  };
}

/**
 * The patch for Argo CD's settings: health checks for our kinds, and settings that prevent Argo CD from waking sleeping
 * workloads.
 */
export function settingsPatch(contracts: readonly Contract[]): string {
  const metadata = { name: 'argocd-cm' };
  return print({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: settings(contracts) });
}

/** The same installation as values for the Helm chart of Argo CD, generated from the kustomize component. */
export function helmValues(contracts: readonly Contract[]): string {
  const { containers, volumes } = read<RepoServer>('sidecar.yaml').spec.template.spec;
  const [repoServer, ...extraContainers] = containers;
  const params = read<{ readonly data: Data }>('argocd-cmd-params-cm.yaml').data;
  return print({
    configs: { cm: settings(contracts), params },
    repoServer: { env: repoServer?.env, extraContainers, volumes },
  });
}

function settings(contracts: readonly Contract[]): Data {
  const lua = readFileSync('plugin/install/health.lua', 'utf8');
  // Argo CD has health checks for the kinds of Kubernetes, and kinds that are only converted are never in a cluster.
  const ours = contracts.filter((contract) => crd(contract) !== undefined);
  const keys = ours.map(({ group, kind }) => `resource.customizations.health.${group}_${kind}`);
  return { ...Object.fromEntries(keys.sort().map((key) => [key, lua])), ...asleep };
}

/**
 * Ignores the fields that the jobs of a supervisor own: the replica count and an annotation.
 */
const ignored = stringify({ managedFieldsManagers: ['leasehold-asleep'] });
const asleep: Data = {
  'resource.customizations.ignoreDifferences.apps_Deployment': ignored,
  'resource.customizations.ignoreDifferences.apps_StatefulSet': ignored,
};

function read<T>(file: string): T {
  return parse(readFileSync(`plugin/install/${file}`, 'utf8')) as T;
}

function print(value: unknown): string {
  return stringify(value, { version: '1.1', lineWidth: 0, blockQuote: 'literal' });
}
