import { count } from './text.ts';

/**
 * The recommended maximum number of objects in an Application of Argo CD. With 131 bytes of status for each, and 216 more after a sync,
 * this is less than half of the size limit of etcd.
 */
export const recommendedObjects = 2000;

/** A warning if the number of objects, of one or of all tenants, is too large for one Application; empty otherwise. */
export function sizeNote(objects: number, isOneTenant: boolean): string {
  if (objects <= recommendedObjects) return '';
  const shards = Math.ceil(objects / recommendedObjects);
  const most = `at most ${count(recommendedObjects, 'object')}`;
  const advice = isOneTenant
    ? `split the tenant into ${shards} tenants or more`
    : `use ${shards} shards or more, or one Application for each tenant`;
  return `note: an Application of Argo CD should have ${most}; ${advice}`;
}
