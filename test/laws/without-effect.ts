import type { KindId } from '../../build/contracts.ts';

type Reasons = Readonly<Record<string, string>>;

/** By file of test/laws, the fields of Grants that it tests. */
const granted = {
  availability: ['planes.0'],
  'granted-keys': ['metadata.0'],
  grants: ['tenants.0', 'fields.*.*.0', 'namespaces.0', 'shared.0', 'hosts.0', 'secrets.0.store', 'secrets.0.prefix'],
  'kryton-gate': ['objects.0'],
  names: ['names.0'],
  'templates-v2': ['templates.0'],
};
const grants: Reasons = Object.fromEntries(
  Object.entries(granted).flatMap(([file, fields]) =>
    fields.map((field) => [`spec.${field}`, `allows what a tenant directory uses: test/laws/${file}.test.ts`]),
  ),
);

const chart: Reasons = Object.fromEntries(
  ['chart.name', 'chart.version', 'chart.repoUrl', 'release', 'namespace'].map((field) => [
    `spec.${field}`,
    'states where the objects come from, for readers',
  ]),
);

const description: Reasons = { 'spec.desc': 'text for readers' };
const instanceMetadata: Reasons = Object.fromEntries(
  ['labels.*', 'annotations.*'].map((field) => [
    `spec.namespacetemplate.templateInstances.0.metadata.${field}`,
    'describes the instance, which is not rendered',
  ]),
);
const noFields: Reasons = { spec: 'has no fields' };

const limits: Reasons = { 'spec.limits.*': 'allows more documents: test/laws/granted-amounts.test.ts' };

function warned(folder: string): Reasons {
  return { spec: `the kind itself causes a warning: kinds/mto/${folder}/cases` };
}

/** Fields for which every value other than the default is an error. */
function onlyDefault(...fields: readonly string[]): Reasons {
  return Object.fromEntries(fields.map((field) => [`spec.${field}`, 'can only have its default']));
}

/** Fields that change neither objects nor problems, each with the reason. */
export const withoutEffect: Partial<Readonly<Record<KindId, Reasons>>> = {
  platform: {
    'spec.tenantsDirectory': 'states where tenant directories are: test/laws/directories.test.ts',
    'spec.argocd.kinds.0': 'allows a kind in the projects of tenants: test/laws/deployment.test.ts',
    'spec.reservedNamespaces.0': 'rejects a namespace: kinds/kleff/tenant/cases',
    'spec.tetrapus.tiers.*.shared': 'allows placement on a plane: kinds/tetrapus/org/cases',
  },
  grant: { ...grants, ...limits },
  'leasehold-baseline': { 'spec.warnings.0.reason': 'text for readers' },
  kryton: {
    'spec.values.postgresql.global.security.allowInsecureImages': 'only turns off a check of the chart itself',
  },
  'mto-tenant': description,
  'mto-tenant-v1beta2': description,
  'mto-tenant-v1beta1': description,
  'mto-tenant-v1alpha1': { ...description, ...instanceMetadata },
  'mto-namespace': { 'spec.finalizers.0': 'is set by the API server in every export' },
  'mto-template': noFields,
  'mto-template-legacy': noFields,
  'mto-dex': warned('dex'),
  'mto-dex-config-operator': warned('dex-config-operator'),
  'mto-finops-operator': warned('finops-operator'),
  'mto-kube-state-metrics': onlyDefault('replicas', 'rbac.create', 'rbac.useClusterRole'),
  'mto-opencost': {
    ...onlyDefault('opencost.exporter.replicas', 'opencost.customPricing.provider'),
    'spec.opencost.ui.uiPort':
      'configures the web interface, which leasehold does not render; ui.enabled causes the warning',
  },
  'mto-postgres': {
    ...onlyDefault('architecture', 'metrics.enabled'),
    'spec.global': 'each value in it causes a warning or an error: kinds/mto/postgres/cases',
  },
  'mto-prometheus': onlyDefault(
    ...['server.replicaCount', 'alertmanager.enabled', 'prometheus-node-exporter.enabled'],
    'prometheus-pushgateway.enabled',
  ),
  'inflated-chart': chart,
};
