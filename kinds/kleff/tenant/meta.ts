import { isolationAnnotations } from '../../../core/settings/removal.ts';
import type { MetaView } from '../../../templates/views.ts';
import type { ResolvedKleffTenant } from './resolve.ts';

/** Metadata of an object in the tenant's namespace. */
export function meta({ userId, name }: ResolvedKleffTenant, objectName: string): MetaView {
  return { name: objectName, namespace: userId, labels: { 'kleff.io/tenant': name }, annotations: {} };
}

/** Metadata of an object that isolates the tenant's namespace. */
export function isolationMeta(tenant: ResolvedKleffTenant, objectName: string): MetaView {
  return Object.assign(meta(tenant, objectName), { annotations: isolationAnnotations });
}
