/** A Platform with the given enforcement backend, and an IntegrationConfig that lists the privileged and barred users of the fixtures. */
export function platformWith(backend: string): string {
  return `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec:
  directoryPerTenant: true
  argocd: {repository: https://git.example.com/tenants.git}
  enforcement: {backend: ${backend}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: {name: config, namespace: multi-tenant-operator}
spec:
  accessControl:
    privileged: {users: [kim], serviceAccounts: ["^system:serviceaccount:velero:"]}
    namespaceAccessPolicy: {deny: {privilegedNamespaces: {users: [barred@corp.io], groups: [barred]}}}
`;
}
