import type { SourceFile } from '../leasehold.ts';

/** A Platform with this spec, in YAML of one level. */
export function platformWith(spec: string): SourceFile {
  const text = `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: { name: platform }\nspec:\n  ${spec}\n`;
  return { path: 'platform.yaml', text };
}

export function kleffTenant(plan: string, userId: string): SourceFile {
  const text = `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: { name: ${userId}, namespace: tenants }
spec: { plan: ${plan}, userId: ${userId}, username: ${userId} }
`;
  return { path: `${userId}.yaml`, text };
}
