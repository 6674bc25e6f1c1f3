import type { InertField, SourceFact } from '../effect/fact.ts';
import { clusterFields, created, isOwnedBy, untouched } from '../effect/inert.ts';
import type { SourceModel, SourceSystem } from '../effect/source-system.ts';
import { planTenants } from '../plan/plan.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { accessFacts } from './access.ts';
import { boundFacts } from './bounds.ts';
import { isCapsules, metadataFacts } from './metadata.ts';
import { resourceFacts } from './other-resources.ts';
import { inertReplications, replicatedResources, replicationFacts } from './replications.ts';
import { tenantRuleFacts } from './rule-bindings.ts';
import { inertRules, ruleFacts } from './rules.ts';
import { type CapsuleTenant, capsuleTenants, isNamespace, tenantOf } from './scope.ts';
import { tenantFacts } from './tenant.ts';

const groups = ['capsule.clastix.io'];

const resources = [
  'tenants.v1beta2.capsule.clastix.io',
  'tenantowners.capsule.clastix.io',
  'globaltenantresources.capsule.clastix.io',
  'tenantresources.capsule.clastix.io',
  'resourcepools.capsule.clastix.io',
  'resourcepoolclaims.capsule.clastix.io',
  'capsuleconfigurations.capsule.clastix.io',
  'globalresourcequotas.capsule.clastix.io',
  'customquotas.capsule.clastix.io',
  'globalcustomquotas.capsule.clastix.io',
  'proxysettings.capsule.clastix.io',
  'globalproxysettings.capsule.clastix.io',
  'namespaces',
  'storageclasses.storage.k8s.io',
  'ingressclasses.networking.k8s.io',
  'priorityclasses.scheduling.k8s.io',
  'runtimeclasses.node.k8s.io',
  'deviceclasses.resource.k8s.io',
  'gatewayclasses.gateway.networking.k8s.io',
];

/** Imports from Capsule: its v1beta2 Tenants and their namespaces become Tenants of MTO. */
export const capsule: SourceSystem = {
  title: 'Capsule',
  resources,
  namedResources: replicatedResources,
  groups,
  model,
  plan: planTenants,
};

/** What no field states [sources: capsule-5]. */
const notices = [
  'Deletion: Capsule deletes the namespaces of a Tenant with the Tenant. Here they stay when the file of the Tenant goes. Set spec.namespaces.onDeletePurgeNamespaces: true in a Tenant to have them deleted after a confirmation in Argo CD.',
  'Namespaces: owners create and delete namespaces with kubectl under Capsule. Here they change the list of namespaces of the Tenant in Git.',
];

function model(objects: readonly ExportedObject[]): SourceModel {
  const tenants = capsuleTenants(objects);
  return {
    tenants: tenants.map(({ name, namespaces, newNamespace }) => ({ name, namespaces, newNamespace })),
    facts: [
      ...tenants.flatMap((tenant) => factsOf(tenant, objects)),
      ...replicationFacts(objects, tenants),
      ...resourceFacts(objects, tenants),
      ...objects.filter(isNamespace).flatMap((source) => missingTenant(source, tenants)),
    ],
    inert: [...objects.flatMap((source) => inertFields(source, tenants)), ...inertReplications(objects)],
    notices: tenants.length > 0 ? notices : [],
  };
}

function factsOf(tenant: CapsuleTenant, objects: readonly ExportedObject[]): readonly SourceFact[] {
  return [
    ...tenantFacts(tenant),
    ...metadataFacts(tenant),
    ...accessFacts(tenant, objects),
    ...boundFacts(tenant),
    ...ruleFacts(tenant),
    ...tenantRuleFacts(tenant),
  ];
}

function inertFields(source: ExportedObject, tenants: readonly CapsuleTenant[]): readonly InertField[] {
  const tenant = tenants.find((one) => one.source === source);
  if (tenant) return [...clusterFields(source, isSetOnTenants), ...inertRules(tenant)];
  if (isNamespace(source)) return namespaceFields(source, tenants);
  if (source.group === 'capsule.clastix.io') return clusterFields(source, () => false);
  return [isOwnedBy(source, groups) ? created(source) : untouched(source)];
}

/** Annotations on Tenants that count what is used. */
function isSetOnTenants(key: string): boolean {
  return /^(?:used\.resources|quota)\.capsule\.clastix\.io\//.test(key);
}

function namespaceFields(source: ExportedObject, tenants: readonly CapsuleTenant[]): readonly InertField[] {
  const owner = tenantOf(source);
  if (!tenants.some(({ name }) => name === owner)) {
    return owner === '' ? [{ source, path: [], why: 'it belongs to no tenant; it stays as it is' }] : [];
  }
  const capsules = clusterFields(source, (key) => isCapsules(key));
  return [...capsules, { source, path: ['spec'], why: 'the API server sets it' }];
}

function missingTenant(source: ExportedObject, tenants: readonly CapsuleTenant[]): readonly SourceFact[] {
  const owner = tenantOf(source);
  if (owner === '' || tenants.some(({ name }) => name === owner)) return [];
  const text = `its Tenant ${owner} is not in the export`;
  return [{ aspect: 'behaviour', text, advice: 'import both together', from: [{ source, path: [] }] }];
}
