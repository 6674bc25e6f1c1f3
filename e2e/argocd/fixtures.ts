/** Namespace of the tenants' resources. No rendered object creates it. */
export const registry = 'registry';

export const platform = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec: { defaultNamespace: ${registry}, cluster: { kubernetes: "1.36", mesh: none } }
`;

/** A tenant with its own namespace, live-<id>, and six objects in that namespace. */
export function kleffTenant(name: string, { plan = 'basic', id = name } = {}): string {
  return `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: { name: ${name} }
spec: { plan: ${plan}, userId: live-${id}, username: ${id} }
`;
}

/** A tenant with a Deployment and a volume in the registry's namespace. */
export function org(name: string, slug = name): string {
  return `apiVersion: tetrapus.io/v1alpha1
kind: Org
metadata: { name: ${name} }
spec: { slug: ${slug}, region_code: eu-west-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0" }
`;
}

/** Files for a platform and for tenants with their own namespaces, numbered from 1. */
export function manyTenants(count: number, prefix: string): Readonly<Record<string, string>> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
  const files = names.map((name) => [`tenants/${name}.yaml`, kleffTenant(name)] as const);
  return { 'tenants/platform.yaml': platform, ...Object.fromEntries(files) };
}
