import type { SourceTenant } from '../effect/source-system.ts';

/** The namespaces of a tenant that a fact has to hold in to be a fact about the whole tenant. */
export function everywhere({ namespaces, newNamespace }: SourceTenant): readonly string[] {
  return [...namespaces, newNamespace];
}
