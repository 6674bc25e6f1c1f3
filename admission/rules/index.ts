import type { Rule } from '../rule.ts';
import { accessRule, type Principals } from './access.ts';
import { applicationFields } from './application-fields.ts';
import { cniPolicies } from './cni-policies.ts';
import { cordon } from './cordon.ts';
import { dryRunsRule } from './dry-runs.ts';
import { events } from './events.ts';
import { externalSecrets } from './external-secrets.ts';
import { fieldManagers } from './field-managers.ts';
import { gatewayClasses } from './gateway-classes.ts';
import { hostAccess } from './host-access.ts';
import { hosts } from './hosts.ts';
import { ignoredFields } from './ignored-fields.ts';
import { images } from './images.ts';
import { ingressClasses } from './ingress-classes.ts';
import { listLengths } from './list-lengths.ts';
import { managedObjects } from './managed-objects.ts';
import { meshRoutes } from './mesh-routes.ts';
import { metadata } from './metadata.ts';
import { namespaceCreation } from './namespace-creation.ts';
import { namespaces } from './namespaces.ts';
import { networkPolicies } from './network-policies.ts';
import { nodeNames } from './node-names.ts';
import { ownerReferences } from './owner-references.ts';
import { podAffinity } from './pod-affinity.ts';
import { priorityClasses } from './priority-classes.ts';
import { pullPolicies } from './pull-policies.ts';
import { roleBindings } from './role-bindings.ts';
import { runtimeClasses } from './runtime-classes.ts';
import { serviceAccounts } from './service-accounts.ts';
import { services } from './services.ts';
import { storageClasses } from './storage-classes.ts';
import { tolerations } from './tolerations.ts';
import { tracking } from './tracking.ts';
import { volumeBinding } from './volume-binding.ts';
import { volumeRetention } from './volume-retention.ts';
import { volumes } from './volumes.ts';

/** All rules, in the order of the documentation. `servers` are the accounts of Argo CD's API server. */
export function rulesFor(barred: Principals, servers: readonly string[] = []): readonly Rule[] {
  return [
    images,
    pullPolicies,
    hosts,
    ingressClasses,
    gatewayClasses,
    storageClasses,
    volumes,
    volumeBinding,
    volumeRetention,
    priorityClasses,
    runtimeClasses,
    serviceAccounts,
    hostAccess,
    podAffinity,
    tolerations,
    nodeNames,
    services,
    externalSecrets,
    metadata,
    roleBindings,
    networkPolicies,
    cniPolicies,
    meshRoutes,
    managedObjects,
    tracking,
    fieldManagers,
    events,
    ownerReferences,
    listLengths,
    ignoredFields,
    applicationFields,
    dryRunsRule(servers),
    namespaces,
    namespaceCreation,
    accessRule(barred),
    cordon,
  ];
}

const all = rulesFor({ users: [], groups: [] });

export const ruleIds: readonly string[] = all.map(({ id }) => id);

/** Rules with the same mode for all tenants, because their bindings do not select namespaces by label. */
export const clusterRules: ReadonlySet<string> = new Set(
  all.filter(({ scope }) => scope === 'cluster').map(({ id }) => id),
);
