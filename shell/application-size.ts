import { count } from './text.ts';

/**
 * Objects in an Application of Argo CD. At 131 bytes of status for each, and 216 more after a sync, this is less than half of
 * what etcd stores.
 */
export const recommendedObjects = 2000;

/** One line about a number of objects that is too large for one Application; empty if it is not. */
export function sizeNote(objects: number): string {
  if (objects <= recommendedObjects) return '';
  const shards = Math.ceil(objects / recommendedObjects);
  const most = `at most ${count(recommendedObjects, 'object')}`;
  return `note: an Application of Argo CD should have ${most}; use ${shards} shards or more, or one for each tenant`;
}
