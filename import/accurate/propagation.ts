import { memo } from '../../data/memo.ts';
import { childrenOf, isSame, textAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { effectiveBody } from '../effect/objects.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { watchesIn } from './configuration.ts';
import { group, isCopy, isOfAccurate, originOf } from './scope.ts';

/** The objects of an export that Accurate copies. */
export interface Propagation {
  /** True if Accurate copies the object from its namespace. */
  readonly isPropagated: (source: ExportedObject) => boolean;
  /**
   * True for a copy that Accurate does not restore, and for a copy whose original is not propagated or missing: with
   * `create`, a copy outlives its original [sources: accurate-1].
   */
  readonly isOwnCopy: (source: ExportedObject) => boolean;
  /** The originals, and the copies for which `isOwnCopy` is true. */
  readonly sources: readonly ExportedObject[];
}

/** The mode in which Accurate copies an object: `create`, `update` or empty. */
export function modeOf({ body }: ExportedObject): string {
  return textAt(body, 'metadata', 'annotations', `${group}/propagate`);
}

export const propagationIn = memo((objects: readonly ExportedObject[]): Propagation => {
  const isWatched = watchesIn(objects);
  const byId = new Map(objects.map((one) => [formatId(one), one]));
  const isPropagated = (source: ExportedObject) =>
    ['create', 'update'].includes(modeOf(source)) && !isOfAccurate(source) && isWatched(source);
  const isOwnCopy = (source: ExportedObject) => {
    const origin = byId.get(formatId({ ...source, namespace: originOf(source) }));
    return isCopy(source) && !(origin && isPropagated(origin) && equalsOriginal(source, origin));
  };
  const sources = objects.filter((one) => (isCopy(one) ? isOwnCopy(one) : isPropagated(one)));
  return { isPropagated, isOwnCopy, sources };
});

/**
 * Whether a copy has the content of its original, or gets it again: with `update`, Accurate restores a copy, unless the
 * copy only adds fields or items to the original.
 */
function equalsOriginal(copy: ExportedObject, origin: ExportedObject): boolean {
  const [content, original] = [contentOf(copy), contentOf(origin)];
  return hasSameContent(copy, origin) || (modeOf(origin) === 'update' && !contains(content, original));
}

export function hasSameContent(a: ExportedObject, b: ExportedObject): boolean {
  return isSame(contentOf(a), contentOf(b));
}

function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return whole === part;
  const children = new Map(childrenOf(whole));
  return childrenOf(part).every(([step, child]) => contains(children.get(step), child));
}

/** The content that Accurate copies, without metadata. Omits the tokens of a ServiceAccount, which Accurate does not copy. */
function contentOf({ body }: ExportedObject) {
  const { metadata: _, secrets: __, ...content } = effectiveBody(body);
  return content;
}
