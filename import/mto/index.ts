import { textAt, valueAt } from '../../data/tree.ts';
import { mtoTenantLabel } from '../../kinds/mto/integration/keys.ts';
import { advice } from '../effect/advice.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { clusterFields, created, isOwnedBy, untouched } from '../effect/inert.ts';
import type { SourceModel, SourceSystem } from '../effect/source-system.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { accessFacts } from './access.ts';
import { boundFacts, quotasByName } from './bounds.ts';
import { componentResources } from './component-resources.ts';
import { metadataFacts } from './metadata.ts';
import { planResources } from './plan.ts';
import { clusterRules, ruleFacts } from './rules.ts';
import { type MtoTenant, mtoTenants } from './scope.ts';
import { statementsOf } from './statements.ts';
import { templateFacts } from './templates.ts';
import { isOfMto, type MtoResource, writtenExport } from './written.ts';

const groups = ['tenantoperator.stakater.com', 'templates.stakater.com', 'hibernation.stakater.com'];

const resources = [
  'tenants.tenantoperator.stakater.com',
  'quotas.tenantoperator.stakater.com',
  'extensions.tenantoperator.stakater.com',
  'integrationconfigs.tenantoperator.stakater.com',
  'templates.templates.stakater.com',
  'templateinstances.templates.stakater.com',
  'clustertemplateinstances.templates.stakater.com',
  'resourcesupervisors.hibernation.stakater.com',
  'clusterresourcesupervisors.hibernation.stakater.com',
  ...['dexconfigs', 'connectors', 'clients', 'localusers'].map((kind) => `${kind}.auth.stakater.com`),
  ...['pricebooks', 'offerings', 'subscriptions', 'costjobs', 'finopsproviders'].map(
    (kind) => `${kind}.finops.stakater.com`,
  ),
  ...[
    'dexes',
    'dexconfigoperators',
    'finopsoperators',
    'kubestatemetrics',
    'opencosts',
    'postgres',
    'prometheuses',
  ].map((kind) => `${kind}.dependencies.tenantoperator.stakater.com`),
  ...['templates', 'templateinstances'].map((kind) => `${kind}.templates.v2.stakater.com`),
  'namespaces',
];

/** Imports from the Multi Tenant Operator. Keeps its resources and converts older versions to current ones. */
export const mto: SourceSystem = { title: 'MTO', resources, groups, model, plan: planResources };

const notices = [
  'Deletion: onDeletePurgeNamespaces decides whether namespaces are deleted with their Tenant, after a confirmation in Argo CD.',
  'Namespaces: owners create namespaces with kubectl under MTO. Here, they change the list of namespaces of the Tenant in Git.',
];

const workloads =
  'Workloads: MTO rejects a Deployment or a Job whose pods break a rule. Here, the API server accepts it but rejects its pods.';

const windows =
  'Sync windows: MTO has none, so the export does not contain them. If an AppProject has windows, copy them to spec.argoCD.appProject.syncWindows of its Extensions.';

function noticesOn(resources: readonly MtoResource[], effects: readonly SourceFact[]): readonly string[] {
  const hasProjects = resources.some(({ body }) => valueAt(body, 'spec', 'argoCD', 'appProject') !== undefined);
  return [...(effects.some(isOnPods) ? [workloads] : []), ...(hasProjects ? [windows] : [])];
}

function isOnPods(fact: SourceFact): boolean {
  return (
    fact.aspect === 'rule' &&
    ['priority classes', 'service accounts', 'image registries', 'use of nodes'].includes(fact.rule)
  );
}

function model(objects: readonly ExportedObject[]): SourceModel {
  const { resources, lost } = writtenExport(objects);
  const tenants = mtoTenants(resources, objects);
  const components = componentResources(objects);
  const owned: Owned = new Set(tenants.flatMap(({ namespaces }) => namespaces.map(({ source }) => source)));
  const settings = resources.find(({ id }) => id === 'mto-integration-config');
  const quotas = quotasByName(resources);
  const effects = [
    ...tenants.flatMap((tenant) => [
      ...metadataFacts(tenant, settings),
      ...accessFacts(tenant, settings),
      ...boundFacts(tenant, { quotas, settings }),
      ...ruleFacts(tenant, settings),
    ]),
    ...templateFacts(tenants, resources),
    ...(settings ? clusterRules(settings) : []),
  ];
  return {
    tenants: tenants.map(({ name, namespaces, newNamespace }) => ({
      name,
      namespaces: namespaces.map((one) => one.name),
      newNamespace,
    })),
    facts: [...lost, ...effects, ...statementsOf(resources, effects), ...leftNamespaces(objects, { tenants, owned })],
    inert: objects.flatMap((source) => (components.has(source) ? [created(source)] : inertFields(source, owned))),
    notices: tenants.length > 0 ? [...notices, ...noticesOn(resources, effects)] : [],
  };
}

/** The Namespaces that the import keeps in a tenant. */
type Owned = ReadonlySet<ExportedObject | undefined>;

function inertFields(source: ExportedObject, owned: Owned): readonly InertField[] {
  const fields = clusterFields(source, () => false);
  if (isOfMto(source)) return fields;
  if (source.kind !== 'Namespace' || source.group !== '')
    return [isOwnedBy(source, groups) ? created(source) : untouched(source)];
  const spec = { source, path: ['spec'], why: 'set by the API server' };
  if (owned.has(source)) return [...fields, spec];
  return [{ source, path: [], why: 'it belongs to no tenant; it stays as it is' }];
}

/** Namespaces that have the label of a tenant, but that the import cannot keep in it. */
function leftNamespaces(
  objects: readonly ExportedObject[],
  { tenants, owned }: { readonly tenants: readonly MtoTenant[]; readonly owned: Owned },
): readonly SourceFact[] {
  return objects
    .filter((source) => source.kind === 'Namespace' && source.group === '' && !owned.has(source))
    .flatMap((source): readonly SourceFact[] => {
      const name = textAt(source.body, 'metadata', 'labels', mtoTenantLabel);
      if (name === '') return [];
      const tenant = tenants.find((one) => one.name === name);
      return [{ aspect: 'behavior', ...whyLeft(name, tenant), from: [{ source, path: [] }] }];
    });
}

function whyLeft(name: string, tenant: MtoTenant | undefined) {
  if (!tenant) return { text: `its Tenant ${name} is not in the export`, advice: advice.importTogether };
  if (valueAt(tenant.resource.body, 'spec', 'namespaces', 'sandboxes', 'enabled') !== true)
    return { text: `it is a sandbox, but spec.namespaces.sandboxes.enabled of Tenant ${name} is not true` };
  const text = 'it is the sandbox of a user whom the Tenant does not list by name as an owner or an editor';
  return { text, advice: advice.addRoster };
}
