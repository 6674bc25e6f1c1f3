import { leavesOf } from '../../data/leaves.ts';
import { valueAt } from '../../data/tree.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { fields } from './scope.ts';

/** What happens to the objects of a replication with a service account [sources: capsule-9]. */
export const asAccount = 'only what this service account can read and create; Argo CD creates all of the objects';

const reviewed = 'with leasehold, the review of a pull request decides';

/** The settings that restrict or extend what users can do. */
const settings: Readonly<Record<string, string>> = {
  administrators: 'Capsule lets these administrators work in every Tenant',
  allowServiceAccountPromotion: 'Capsule treats service accounts as owners of their Tenant if an owner labels them',
  forceTenantPrefix: `Capsule rejects namespaces whose name does not start with the name of the Tenant; ${reviewed}`,
  'nodeMetadata.forbiddenAnnotations': 'Capsule rejects these annotations on nodes',
  'nodeMetadata.forbiddenLabels': 'Capsule rejects these labels on nodes',
  'impersonation.globalDefaultServiceAccount': `Capsule replicates ${asAccount}`,
  'impersonation.tenantDefaultServiceAccount': `Capsule replicates ${asAccount}`,
  protectedNamespaceRegex: `Capsule rejects namespaces with these names; ${reviewed}`,
};

export function isConfiguration({ group, kind }: ExportedObject): boolean {
  return group === 'capsule.clastix.io' && kind === 'CapsuleConfiguration';
}

export function configurationFacts(source: ExportedObject): readonly SourceFact[] {
  return Object.entries(settings).flatMap(([field, text]) => {
    const path = ['spec', ...field.split('.')];
    const stated = leavesOf(valueAt(source.body, ...path), path).filter(({ value }) => isSet(value));
    return stated.map((leaf) => ({ aspect: 'behavior' as const, text, from: fields(source, leaf.path) }));
  });
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && value !== '' && typeof value !== 'object';
}

/** The other settings configure the operator: its webhooks, its certificates, its roles and its users. */
export function inertConfiguration(source: ExportedObject): readonly InertField[] {
  const stated = configurationFacts(source).flatMap(({ from }) => from.map(({ path }) => JSON.stringify(path)));
  return leavesOf(source.body)
    .filter(({ path }) => !stated.includes(JSON.stringify(path)))
    .map(({ path }) => ({ source, path, why: 'a setting of Capsule itself' }));
}
