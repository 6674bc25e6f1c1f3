import { contracts } from '../../../build/contracts.ts';
import type { Tree } from '../../../data/tree.ts';
import { groupOf } from '../../../kubernetes/api-version.ts';
import type { TenantResource } from './members.ts';

const classFields = [
  { field: 'ingressClasses', group: 'networking.k8s.io', resource: 'ingressclasses' },
  { field: 'podPriorityClasses', group: 'scheduling.k8s.io', resource: 'priorityclasses' },
  { field: 'storageClasses', group: 'storage.k8s.io', resource: 'storageclasses' },
] as const;

/**
 * What every member can read in the cluster: the member's own Tenant, and the classes that it allows. An absent field
 * adds no rule. An absent or empty `allowed` list adds a rule for all classes, and names add a rule for those classes
 * [sources: mto-8].
 */
export function memberRules(tenant: TenantResource): readonly Tree[] {
  const { apiVersion, plural } = contracts['mto-tenant'];
  const own = {
    apiGroups: [groupOf(apiVersion)],
    resourceNames: [tenant.name],
    resources: [plural],
    verbs: ['get'],
  };
  return [own, ...classFields.flatMap((entry) => ruleFor(tenant, entry))];
}

function ruleFor({ body }: TenantResource, { field, group, resource }: (typeof classFields)[number]): readonly Tree[] {
  const setting = body.spec[field];
  if (!setting) return [];
  const allowed = setting.allowed ?? [];
  const rule = { apiGroups: [group], resources: [resource] };
  if (allowed.length === 0) return [{ ...rule, verbs: ['get', 'list', 'watch'] }];
  // The empty name represents objects without a class. A rule without names would allow all.
  const resourceNames = [...new Set(allowed)].filter((name) => name !== '').sort();
  return resourceNames.length === 0 ? [] : [{ ...rule, resourceNames, verbs: ['get'] }];
}
