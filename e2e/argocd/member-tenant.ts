/** A tenant `mallory` whose members create Applications from a repository, and another tenant. */
export function memberTenant(repository: string): string {
  return `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec: { enforcement: {}, cluster: { kubernetes: "1.36" } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: { name: config, namespace: mto }
spec: { integrations: { argocd: { namespace: argocd } } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: small }
spec: { resourcequota: { hard: { pods: "4" } } }
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: mallory }
spec:
  quota: small
  namespaces: { withTenantPrefix: [dev, frozen] }
  accessControl: { editors: { groups: [mallory-devs] } }
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: victim }
spec: { quota: small, namespaces: { withTenantPrefix: [dev] } }
---
apiVersion: tenantoperator.stakater.com/v1alpha1
kind: Extensions
metadata: { name: mallory }
spec: { tenantName: mallory, argoCD: { appProject: { sourceRepos: ["${repository}"] } } }
`;
}
