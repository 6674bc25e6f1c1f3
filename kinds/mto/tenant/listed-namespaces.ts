import type { UncheckedDocument } from '../../../core/kind/capabilities.ts';
import { listAt, type Path } from '../../../data/tree.ts';

/** A namespace that a Tenant lists. */
export interface ListedNamespace {
  readonly name: string;
  /** Its name as the Tenant lists it, without the prefix that `withTenantPrefix` adds. */
  readonly item: string;
  readonly path: Path;
}

export type NamedBody = Pick<UncheckedDocument, 'name' | 'body'>;

/** The namespaces that a Tenant lists, in a body that may be invalid. */
export function listedNamespaces(tenant: NamedBody): readonly ListedNamespace[] {
  return [
    ...listedIn('withTenantPrefix', prefixOf(tenant.name), tenant),
    ...listedIn('withoutTenantPrefix', '', tenant),
  ];
}

function listedIn(field: string, prefix: string, { body }: NamedBody): readonly ListedNamespace[] {
  const path = ['spec', 'namespaces', field];
  return listAt(body, ...path).flatMap((item, index) =>
    typeof item === 'string' ? [{ name: `${prefix}${item}`, item, path: [...path, index] }] : [],
  );
}

function prefixOf(tenant: string): string {
  return `${tenant}-`;
}

/** The name of a namespace without the prefix of its Tenant, or the whole name if it does not have the prefix. */
export function itemOf(tenant: string, namespace: string): string {
  const prefix = prefixOf(tenant);
  return namespace.startsWith(prefix) ? namespace.slice(prefix.length) : namespace;
}
