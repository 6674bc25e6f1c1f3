import type { ExportedObject } from '../ledger/exported-object.ts';

const kindAlternatives: Readonly<Record<string, string>> = {
  CapsuleConfiguration:
    'nothing runs that it would configure; groups that may create namespaces are those that may open pull requests',
  GlobalTenantResource: 'write a Template with its objects, and a ClusterTemplateInstance that selects the tenants',
  TenantResource: 'write a Template with its objects, and a ClusterTemplateInstance that selects the namespaces',
  TenantOwner: 'no Tenant of the export chooses it; list it in accessControl.owners of a Tenant',
  ResourcePool: 'write its amounts into the Quota of the tenant',
  ResourcePoolClaim: 'state the share of the namespace with the annotation leasehold.dev/quota-share',
  ProxySetting: 'members get the right to read their own Tenant and the classes that it names, and no proxy is needed',
  GlobalProxySettings:
    'members get the right to read their own Tenant and the classes that it names, and no proxy is needed',
};

/** The alternative to a kind of Capsule without a counterpart. */
export function alternativeTo({ apiVersion, kind }: ExportedObject): string {
  if (kind === 'Tenant') return `${apiVersion} is an old version; export it as tenants.v1beta2.capsule.clastix.io`;
  return kindAlternatives[kind] ?? `leasehold has no counterpart of ${kind}`;
}

/** The alternatives to fields of a Tenant without a counterpart. */
export const fieldAlternatives: Readonly<Record<string, string>> = {
  data: 'keep it in labels and annotations of the Tenant',
  permissions: 'list the owners in the Tenant; whom a TenantOwner of the export names is listed already',
  rules: 'write what it asks for as a Template, or as a policy of your policy engine',
  runtimeClasses: 'forbid other classes with a policy of your policy engine',
  deviceClasses: 'forbid other classes with a policy of your policy engine',
  gatewayOptions: 'forbid other classes with a policy of your policy engine',
  serviceOptions:
    'disableNodePortServices of the IntegrationConfig forbids node ports to all tenants; write the rest as a policy of your policy engine',
  podOptions: 'write it as a mutation of your policy engine',
  imagePullPolicies: 'write it as a policy of your policy engine',
  networkPolicies:
    'write a Template with these NetworkPolicies and a ClusterTemplateInstance for this tenant; disableIntraTenantNetworking of the IntegrationConfig closes tenants to each other',
};

/** The alternatives to fields of namespaceOptions without a counterpart. */
export const namespaceFieldAlternatives: Readonly<Record<string, string>> = {
  quota: 'namespaces are listed in the Tenant, so whoever reviews its file sees how many there are',
  forbiddenLabels: 'labels of namespaces are set in Git alone, where they are reviewed',
  forbiddenAnnotations: 'annotations of namespaces are set in Git alone, where they are reviewed',
  requiredMetadata: 'metadata.common of the Tenant gives it to each namespace',
  managedMetadataOnly: 'what is written in Git is what is on the namespace',
};
