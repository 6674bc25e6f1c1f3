import { platformTenant } from '../core/kind/tenant.ts';
import { count } from './text.ts';

/**
 * The recommended maximum number of objects in an Application of Argo CD. With 131 bytes of status for each, and 216 more after a sync,
 * this is less than half of the size limit of etcd.
 */
export const recommendedObjects = 2000;

/** A warning if one Application has too many objects, which are those of `tenant` or of all tenants; empty otherwise. */
export function sizeNote(objects: number, tenant: string | undefined): string {
  if (objects <= recommendedObjects) return '';
  const most = `at most ${count(recommendedObjects, 'object')}`;
  return `note: an Application of Argo CD should have ${most}${adviceFor(tenant, Math.ceil(objects / recommendedObjects))}`;
}

function adviceFor(tenant: string | undefined, parts: number): string {
  if (tenant === undefined) return `; use ${parts} shards or more, or one Application for each tenant`;
  return tenant === platformTenant ? '' : `; split the tenant into ${parts} tenants or more`;
}
