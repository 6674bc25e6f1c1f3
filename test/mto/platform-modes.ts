import * as assert from 'uvu/assert';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { type KubeObject, readManifests } from '../../e2e/manifests.ts';
import { render } from '../../leasehold.ts';
import { templateOf } from './rendered-network.ts';

const modes = ['Managed', 'External', 'Disabled'] as const;

const factors = {
  postgres: modes,
  prometheus: modes,
  opencost: modes,
  kubeStateMetrics: modes,
  keycloak: modes,
  dex: modes,
  gateway: modes,
  showback: ['Managed', 'Disabled'],
} as const;

type Factor = keyof typeof factors;
export type Modes = Readonly<Record<Factor, (typeof modes)[number]>>;

let pairs: readonly Modes[] | undefined;

/**
 * Combinations of modes that together contain every permitted combination of the modes of two parts. Computed once per
 * process.
 */
export function pairsOfModes(): readonly Modes[] {
  pairs ??= cover(combinations(Object.keys(factors) as Factor[]).filter(isPermitted));
  return pairs;
}

/** Rows that together contain every pair of all rows: repeatedly the row with the most missing pairs. */
function cover(permitted: readonly Modes[]): readonly Modes[] {
  const rows = permitted.map((modes) => ({ modes, pairs: pairsIn(modes) }));
  const open = new Set(rows.flatMap((row) => row.pairs));
  const chosen: Modes[] = [];
  while (open.size > 0) {
    const gains = rows.map((row) => row.pairs.filter((pair) => open.has(pair)).length);
    const best = rows[gains.indexOf(Math.max(...gains))];
    if (best === undefined) break;
    for (const pair of best.pairs) open.delete(pair);
    chosen.push(best.modes);
  }
  return chosen;
}

function combinations([first, ...rest]: readonly Factor[]): readonly Modes[] {
  if (first === undefined) return [{} as Modes];
  return combinations(rest).flatMap((row) => factors[first].map((mode) => ({ ...row, [first]: mode })));
}

/** Other combinations are errors: a component requires another one, or excludes it. */
function isPermitted({ dex, gateway, keycloak, opencost, postgres, prometheus, showback }: Modes): boolean {
  if (keycloak === 'Managed' && postgres !== 'Managed') return false;
  if (dex === 'Managed' && keycloak === 'Managed') return false;
  if (gateway === 'Managed' && keycloak === 'Disabled' && dex === 'Disabled') return false;
  if (opencost === 'Managed' && prometheus === 'Disabled') return false;
  const isMeasured = opencost !== 'Disabled' || prometheus !== 'Disabled';
  return showback === 'Disabled' || (postgres !== 'Disabled' && isMeasured);
}

function pairsIn(row: Modes): readonly string[] {
  const stated = Object.entries(row).map(([part, mode]) => `${part}=${mode}`);
  return stated.flatMap((one, index) => stated.slice(index + 1).map((other) => `${one} ${other}`));
}

const externals = {
  postgres: { secretRef: { name: 'database' } },
  prometheus: { serverURL: 'http://prometheus.monitoring:9090' },
  opencost: { serverURL: 'http://opencost.costs:9003' },
  kubeStateMetrics: { serverURL: 'http://kube-state-metrics.monitoring:8080' },
  keycloak: { issuer: 'https://id.example.com' },
  dex: { issuer: 'https://dex.example.com' },
  gateway: { url: 'https://console.example.com' },
} as const;

const rendered = new WeakMap<Modes, readonly KubeObject[]>();

/** The objects of a platform whose parts have these modes. Rendered once per process. */
export function renderedPlatform(modes: Modes): readonly KubeObject[] {
  const objects = rendered.get(modes) ?? renderedObjects(platformWith(modes));
  rendered.set(modes, objects);
  return objects;
}

export function renderedObjects(text: string): readonly KubeObject[] {
  const { objects, problems } = render([{ path: 'platform.yaml', text }]);
  assert.equal(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  return readManifests(objects.map((object) => object.text).join('---\n'));
}

/** The documents of a platform whose parts have these modes, as a stream of JSON documents. */
export function platformWith({ showback, ...parts }: Modes): string {
  const part = ([name, mode]: readonly [string, string]) => [
    name,
    { mode, external: mode === 'External' ? externals[name as keyof typeof externals] : undefined },
  ];
  const components = {
    ...Object.fromEntries(Object.entries(parts).map(part)),
    showback: showback === 'Managed',
    ingress: { host: 'platform.example.com' },
  };
  return [configOf(components), priceBook, platform].map((one) => JSON.stringify(one)).join('\n---\n');
}

const namespace = 'multi-tenant-operator';

function configOf(components: object) {
  return {
    apiVersion: 'tenantoperator.stakater.com/v1beta1',
    kind: 'IntegrationConfig',
    metadata: { name: 'tenant-operator-config', namespace },
    spec: { components, integrations: { argocd: { namespace: 'argocd' } } },
  };
}

const priceBook = {
  apiVersion: 'finops.stakater.com/v1alpha1',
  kind: 'PriceBook',
  metadata: { name: 'prices', namespace },
  spec: { currency: 'EUR', valuationMode: 'currency', rates: { cpuHour: '0.03' } },
};

const platform = {
  apiVersion: 'leasehold.dev/v1alpha1',
  kind: 'Platform',
  metadata: { name: 'platform' },
  spec: {
    cluster: { monitoringNamespace: 'monitoring', prometheusOperator: true },
    components: {
      backup: {
        schedule: '0 3 * * *',
        retention: '30d',
        objectStore: {
          bucket: 'backups',
          endpoint: 'https://s3.example.com:9000',
          credentialsSecretRef: { name: 'backup' },
        },
      },
    },
    console: {
      repository: { url: 'https://git.example.com/tenants.git' },
      oidc: { clientId: 'console' },
      live: true,
      forge: { kind: 'gitea', apiUrl: 'https://git.example.com:3000/api/v1', project: 'platform/tenants' },
    },
  },
};

/** One line for each Secret that a Job generates: its name, and its keys. Empty for other objects. */
export function generatedSecrets(object: KubeObject): readonly string[] {
  if (object.kind !== 'Job') return [];
  const variables = listAt(listAt(templateOf(object), 'spec', 'containers')[0], 'env');
  const secrets = variables.find((one) => valueAt(one, 'name') === 'SECRETS');
  return secrets === undefined ? [] : textAt(secrets, 'value').trim().split('\n');
}
