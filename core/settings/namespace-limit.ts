import type { Granted } from './grants.ts';

/** The maximum number of namespaces per tenant directory, unless a Grant sets another limit. */
const standard = 20;

/** The maximum number of namespaces that the files of a tenant's directory can render. */
export function namespaceLimit({ limits }: Granted): number {
  return limits.get('Namespace') ?? standard;
}
