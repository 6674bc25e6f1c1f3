import { advice } from '../effect/advice.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import { clusterFields, created, untouched } from '../effect/inert.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { purging, tenancySystem } from '../tenancy/tenancy-system.ts';
import { accessFacts } from './access.ts';
import { boundFacts } from './bounds.ts';
import { configurationFacts, inertConfiguration, isConfiguration } from './configuration.ts';
import { replicatedResources } from './copies.ts';
import { isCapsuleKey, metadataFacts } from './metadata.ts';
import { isCreated, resourceFacts } from './other-resources.ts';
import { isReplication } from './replication-scope.ts';
import { inertReplications, replicationFacts } from './replications.ts';
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

/** Imports from Capsule. Its v1beta2 Tenants and their namespaces become MTO Tenants. */
export const capsule = tenancySystem<CapsuleTenant>({
  title: 'Capsule',
  resources,
  namedResources: replicatedResources,
  groups,
  tenantsIn: capsuleTenants,
  factsOf,
  otherFacts: (objects, tenants) => [
    ...replicationFacts(objects, tenants),
    ...resourceFacts(objects, tenants),
    ...objects.filter(isConfiguration).flatMap(configurationFacts),
    ...missingTenants(objects, tenants),
  ],
  inertFields: (objects, tenants) => [...inertObjects(objects, tenants), ...inertReplications(objects, tenants)],
  // Behavior that no field specifies [sources: capsule-5].
  notices: (objects) => [
    `Deletion: Capsule deletes the namespaces of a Tenant with the Tenant. ${purging}`,
    'Namespaces: owners create and delete namespaces with kubectl under Capsule. Here, they change the list of namespaces of the Tenant in Git.',
    ...(objects.some(isReplication) ? [copying] : []),
  ],
});

const copying =
  'Copies: a replication owns its copies. Delete replications with --cascade=orphan. Otherwise, Kubernetes deletes their copies.';

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

function inertObjects(objects: readonly ExportedObject[], tenants: readonly CapsuleTenant[]): readonly InertField[] {
  const tenantOfSource = new Map(tenants.map((tenant) => [tenant.source, tenant]));
  const names = new Set(tenants.map(({ name }) => name));
  return objects.flatMap((source) => inertFields(source, tenantOfSource.get(source), names));
}

function inertFields(
  source: ExportedObject,
  tenant: CapsuleTenant | undefined,
  names: ReadonlySet<string>,
): readonly InertField[] {
  if (tenant) return [...clusterFields(source, isSetOnTenants), ...inertRules(tenant)];
  if (isNamespace(source)) return namespaceFields(source, names);
  if (isConfiguration(source)) return [...clusterFields(source, () => false), ...inertConfiguration(source)];
  if (isCreated(source)) return [created(source)];
  if (source.group === 'capsule.clastix.io') return [...clusterFields(source, () => false), ...ownerFields(source)];
  return [untouched(source)];
}

function ownerFields(source: ExportedObject): readonly InertField[] {
  const why = 'it adds the owner to the users of Capsule';
  return source.kind === 'TenantOwner' ? [{ source, path: ['spec', 'aggregate'], why }] : [];
}

/** True for annotations on Tenants that count usage. */
function isSetOnTenants(key: string): boolean {
  return /^(?:used\.resources|quota)\.capsule\.clastix\.io\//.test(key);
}

function namespaceFields(source: ExportedObject, names: ReadonlySet<string>): readonly InertField[] {
  const owner = tenantOf(source);
  if (!names.has(owner)) {
    return owner === '' ? [{ source, path: [], why: 'it belongs to no tenant; it stays as it is' }] : [];
  }
  const own = clusterFields(source, isCapsuleKey);
  return [...own, { source, path: ['spec'], why: 'set by the API server' }];
}

function missingTenants(objects: readonly ExportedObject[], tenants: readonly CapsuleTenant[]): readonly SourceFact[] {
  const names = new Set(tenants.map(({ name }) => name));
  return objects.filter(isNamespace).flatMap((source) => {
    const owner = tenantOf(source);
    return owner === '' || names.has(owner) ? [] : [missingTenant(source, owner)];
  });
}

function missingTenant(source: ExportedObject, owner: string): SourceFact {
  const text = `its Tenant ${owner} is not in the export`;
  return { aspect: 'behavior', text, advice: advice.importTogether, from: [{ source, path: [] }] };
}
