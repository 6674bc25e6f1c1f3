import type { MetaView } from '../../../templates/views.ts';
import type { ResolvedTenant } from './resolve.ts';

/** Metadata of an object in the tenant's namespace. */
export function meta({ userId, name }: ResolvedTenant, own: string): MetaView {
  return { name: own, namespace: userId, labels: { 'kleff.io/tenant': name }, annotations: {} };
}
