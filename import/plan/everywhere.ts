import type { SourceTenant } from '../effect/source-system.ts';

/** All namespaces of a tenant, including a new one. A fact about the whole tenant must apply to all of them. */
export function everywhere({ namespaces, newNamespace }: SourceTenant): readonly string[] {
  return [...namespaces, newNamespace];
}
